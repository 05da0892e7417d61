"""The command `pbem`.  Its version is told before anything is imported that takes time."""

import codecs
import sys

from pbem import __version__


def main() -> None:
    """Run the command line; the exit statuses are in `pbem.errors`."""
    codecs.register_error("spelt", spelt)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="spelt")
    if sys.argv[1:] == ["--version"]:
        from pbem.about import ABOUT

        print(ABOUT.format(version=__version__))
        return
    from pbem.cli.app import run

    sys.exit(run(sys.argv[1:]))


def spelt(error: UnicodeError) -> tuple[str, int]:
    """What a terminal's encoding lacks, in ASCII: an error handler for streams."""
    from pbem.views.terminal import tidy_ascii

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return tidy_ascii(error.object[error.start : error.end].replace("©", "(c)")), error.end


if __name__ == "__main__":
    main()
