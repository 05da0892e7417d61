"""What a replay costs: to make it, to open it, to step through it.

Chromium is asked when it painted first; an empty page is opened in turn with the replay, and the median
ratio is printed.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.cli.pictures import page_of
from pbem.games import find
from tests.browser.conftest import FLAGS, WIDE
from tests.kit.desks import Pair

Say = Callable[[str, str, str], None]
EMPTY = '<!doctype html><html lang="en"><title>empty</title><p>empty</p></html>'
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0"
STEP = """() => {
  const times = [], back = document.querySelector('#back');
  document.querySelector('#turn').value = 0;
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    back.click();
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[20];
}"""


def pictures(say: Say) -> None:
    """The replay of a long match (60 turns and more)."""
    rules = find("zipwarz")
    assert rules is not None
    with tempfile.TemporaryDirectory() as root:
        pair = Pair(Path(root), rules, "pictures", {"rounds": 8, "size": "large"}).open()
        while len(pair.sent) < 60 and not pair.over:
            pair.turn()
        player = pair.to
        page_of(player.desk, player.folder)
        took = []
        for _ in range(3):
            start = time.perf_counter()
            page = page_of(player.desk, player.folder)
            took.append(time.perf_counter() - start)
        say(f"replay of {len(pair.sent)} turns, made", f"{statistics.median(took):.2f} s", "<= 3 s")
        say(f"replay of {len(pair.sent)} turns, size", f"{len(page.encode()) / 1e6:.2f} MB", "<= 1.5 MB")
        _in_chromium(say, Path(root), page)


def _in_chromium(say: Say, root: Path, page: str) -> None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        say("first paint and steps: playwright is not installed", "-", "-")
        return
    files = {"empty": root / "empty.html", "replay": root / "replay.html"}
    files["empty"].write_text(EMPTY, "utf-8")
    files["replay"].write_text(page, "utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        ratios, steps = [], []
        for _ in range(9):
            times = {name: _painted(browser, path) for name, path in files.items()}
            ratios.append(times["replay"][0] / times["empty"][0])
            steps.append(times["replay"][1])
        browser.close()
    say("first paint / first paint of an empty page", f"{statistics.median(ratios[1:]):.2f}", "<= 3")
    say("one step of the film", f"{statistics.median(steps):.1f} ms", "<= 50 ms")


def _painted(browser: Any, path: Path) -> tuple[float, float]:
    """Milliseconds until the first paint, and of a step."""
    context = browser.new_context(viewport=WIDE)
    tab = context.new_page()
    tab.goto(path.as_uri())
    tab.wait_for_function(PAINTED)
    painted, step = tab.evaluate(PAINTED), 0.0
    if path.name == "replay.html":
        step = tab.evaluate(STEP)
    context.close()
    return painted, step
