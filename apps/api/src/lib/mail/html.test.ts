import { describe, expect, it } from 'vitest';
import { isManageableHtml, listShownParts, toSafeHtml, toViewHtml } from './html.ts';
import { toPlainText } from './text.ts';

const sanitize = (html: string): string => toSafeHtml(html).html;

describe('toSafeHtml', () => {
  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)" onmouseover=alert(1)>a</p>', '<p>a</p>'],
    ['an image that fails on purpose', '<img src=x onerror=alert(1)>', '<span></span>'],
    [
      'svg',
      'a<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)">b</a></svg>',
      'a',
    ],
    ['math', '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>a', 'a'],
    ['a style sheet', '<style>*{background:url(https://evil.test)}</style>a', 'a'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.test">a', 'a'],
    ['a base address', '<base href="https://evil.test/">a', 'a'],
    [
      'a form',
      '<form action="https://evil.test"><input name=a><button formaction="https://evil.test">a</button></form>',
      'a',
    ],
    ['a frame', '<iframe src="https://evil.test" srcdoc="<script>alert(1)</script>">x</iframe>a', 'a'],
    ['an object', '<object data="https://evil.test"></object><embed src="https://evil.test">a', 'a'],
    ['a linked style sheet', '<link rel=stylesheet href="https://evil.test">a', 'a'],
    ['a script link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a script link in disguise', '<a href=" java&#x0A;script:alert(1)">a</a>', '<a>a</a>'],
    ['a page as a link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    ['a link without a protocol', '<a href="//evil.test">a</a>', '<a>a</a>'],
    ['a page as an image', '<img src="data:text/html;base64,AAAA" alt="b">a', '<span>[b]</span>a'],
    ['a drawing as an image', '<img src="data:image/svg+xml;base64,AAAA" alt="b">a', '<span>[b]</span>a'],
    ['an image set', '<img srcset="https://evil.test/a.png 2x" alt="b">a', '<span>[b]</span>a'],
    [
      'a background',
      '<table background="https://evil.test/a.png"><tbody><tr><td>a</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    [
      'a fetched style',
      '<p style="background:url(https://evil.test/a.png);color:red">a</p>',
      '<p style="color:red">a</p>',
    ],
    [
      'a computed style',
      '<p style="width:expression(alert(1));color:red">a</p>',
      '<p style="color:red">a</p>',
    ],
    ['an escaped style', '<p style="color:\\65 xpression(alert(1))">a</p>', '<p>a</p>'],
    [
      'a style that covers the page',
      '<p style="position:fixed;top:0;z-index:9;color:red">a</p>',
      '<p style="color:red">a</p>',
    ],
    ['names for scripts to trip over', '<p id="x" name="y" class="z">a</p>', '<p>a</p>'],
    ['a comment', '<!--[if mso]><script>alert(1)</script><![endif]-->a', 'a'],
    [
      'what a browser would read differently',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '',
    ],
  ])('takes out %s', (_name, html, expected) => {
    expect(sanitize(html)).toBe(expected);
  });

  it('keeps the elements that emails use', () => {
    const html =
      '<h1>Hi</h1><p style="color:rgb(1, 2, 3);font-family:Arial, sans-serif">a <b>b</b><br />c</p><ul><li>d</li></ul><table cellpadding="2"><tbody><tr><td colspan="2" style="padding:4px">e</td></tr></tbody></table>';
    expect(sanitize(html)).toBe(html);
  });

  it('opens links in a new tab only, without a referrer', () => {
    expect(sanitize('<a href="https://a.test/?b=1&amp;c=2" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://a.test/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    );
    expect(sanitize('<a href="mailto:a@b.test">a</a>')).toContain('href="mailto:a@b.test"');
  });

  it('distinguishes remote images from embedded ones', () => {
    expect(toSafeHtml('<img src="https://a.test/b.png">').hasRemoteImages).toBe(true);
    expect(toSafeHtml('<img src="cid:logo"><img src="data:image/png;base64,AAAA">').hasRemoteImages).toBe(
      false,
    );
  });

  it('returns the same result when run again', () => {
    const once = sanitize(
      '<p>a &lt;script&gt; <img src="https://a.test/b.png" alt="x &quot; onerror=alert(1)"> <a href="https://a.test/&quot;onclick=alert(1)">b</a></p>',
    );
    expect(sanitize(once)).toBe(once);
    expect(once).not.toMatch(/<script|" onerror|"onclick/);
  });
});

describe('toViewHtml', () => {
  const html =
    '<p>a<img src="http://a.test/b.png" alt="logo" /><img src="cid:one" alt="" /><img src="cid:two" alt="two" /></p>';
  const parts = new Map([['one', 'data:image/png;base64,AAAA']]);

  it('shows remote images only on request, and then over https', () => {
    expect(toViewHtml(html, { withRemoteImages: false, parts })).toBe(
      '<p>a<span>[logo]</span><img src="data:image/png;base64,AAAA" alt="" /><span>[two]</span></p>',
    );
    expect(toViewHtml(html, { withRemoteImages: true, parts })).toContain(
      '<img src="https://a.test/b.png" alt="logo" />',
    );
  });

  it('names the parts it shows', () => {
    expect([...listShownParts(html)]).toEqual(['one', 'two']);
    expect([...listShownParts('<img alt="" src="cid:a%40b.test" />')]).toEqual(['a@b.test']);
  });
});

describe('isManageableHtml', () => {
  it('rejects more elements than any real email has', () => {
    expect(isManageableHtml('<p>a</p>'.repeat(20_000))).toBe(true);
    expect(isManageableHtml('<p>a</p>'.repeat(20_001))).toBe(false);
    expect(isManageableHtml('a'.repeat(2_000_001))).toBe(false);
  });
});

describe('toPlainText', () => {
  it('puts blocks on lines and addresses behind links', () => {
    const html = sanitize(
      '<h1>Hello</h1><p>Dear  Ann &amp; co,<br>see <a href="https://x.test/a?b=1&amp;c=2">here</a> or <a href="https://y.test">https://y.test</a></p><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table><div>1 &lt; 2</div>',
    );
    expect(toPlainText(html)).toBe(
      'Hello\n\nDear Ann & co,\nsee here (https://x.test/a?b=1&c=2) or https://y.test\n• one\n• two\n\na b\n\n1 < 2',
    );
  });
});
