"""Who made it and what it stands on: `pbem --version`, and the footer of everything that names us."""

CREDIT = (
    "This work is based on ZipWarz Core Rules and ZipWarz Create an Army books (found at "
    "https://AnSRGames.com), a product of A’n’SR -entertainments, LLC, developed, authored, and edited by "
    "Aaron Richardson, Stephanie Richardson, and Henry Richardson, and licensed for our use under the "
    "Creative Commons Attribution 4.0 International (https://creativecommons.org/licenses/by/4.0/). "
    "ZipWarz SRD, the Powered by ZipWarz logo, and the For use with ZipWarz logo © 2024 by A'n'SR "
    "-entertainments, LLC is licensed under Attribution 4.0 International."
)
ABOUT = (
    "pbem {version}\n"
    "Copyright 2026 the pbem authors. Licensed under the Apache License 2.0.\n" + CREDIT + "\n"
    "Powered by ZipWarz."
)
