import sanitizeHtml from 'sanitize-html';

/** What the editor can write. No images, no styles, no classes: the page decides how a post looks. */
const tags = ['a', 'blockquote', 'br', 'em', 'h2', 'h3', 'li', 'ol', 'p', 'strong', 'u', 'ul'];
const isLink = /^(?:https?|mailto|tel):/i;
const nestingLimit = 30;
const maxTags = 5000;

/** Whether the HTML can be made safe in reasonable time: up to 5,000 elements. */
export function isManageablePost(html: string): boolean {
  return (html.match(/<[a-z]/gi)?.length ?? 0) <= maxTags;
}

/** What is left of a post's HTML once only the editor's own elements and links to other places may stay. */
export function toPostHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: tags,
    nestingLimit,
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      a: (tagName, { href = '' }) => linkTo(tagName, href),
    },
  });
}

function linkTo(tagName: string, href: string): sanitizeHtml.Tag {
  if (!isLink.test(href)) return { tagName, attribs: {} };
  return { tagName, attribs: { href, rel: 'noopener noreferrer', target: '_blank' } };
}
