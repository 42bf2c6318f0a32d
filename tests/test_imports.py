"""Modules import each other in one direction: not even imports for type checkers go round in a circle."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_no_imports_go_round_in_a_circle() -> None:
    graph = grimp.build_graph("tavl", exclude_type_checking_imports=False, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
