"""The documentation site: `make docs` builds it from this folder into build/docs."""

project = "tavl"
author = "the tavl contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinxcontrib.mermaid"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["examples"]
html_theme = "furo"
html_title = "tavl"
html_favicon = "../src/tavl/web/static/icons/tavl.svg"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
mermaid_include_elk = False
# Links to source files lead nowhere on the site itself; a test checks that they exist in the repository.
suppress_warnings = ["myst.xref_missing", "myst.header", "misc.highlighting_failure"]
autodoc_typehints = "signature"
autodoc_preserve_defaults = True  # a whole rule profile as a default value helps nobody
autodoc_member_order = "bysource"
