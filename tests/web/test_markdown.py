"""Markdown as HTML: what the text of a document or of the contract can't do."""

from service.web.markdown import as_html, inline


def test_html_in_a_text_is_text() -> None:
    assert as_html("A <b>bold</b> word").strip() == "<p>A &lt;b&gt;bold&lt;/b&gt; word</p>"
    assert inline("A <b>bold</b> word") == "A &lt;b&gt;bold&lt;/b&gt; word"


def test_headings_go_down_together() -> None:
    text = "# One\n\n## Two\n\nText\n\n### Three"
    assert as_html(text, "h4").split("\n") == [
        '<h3 id="one">One</h3>',
        '<h4 id="two">Two</h4>',
        "<p>Text</p>",
        '<h5 id="three">Three</h5>',
        "",
    ]
