import sanitizeHtml from 'sanitize-html';
import { isLineTag, toPlainText } from './text.ts';

/** Deeper than in any real mail; deeper elements keep only their text. */
const nestingLimit = 100;

const textTags = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
];
const blockTags = [
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'dd',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'ol',
  'p',
  'pre',
  'section',
  'ul',
];
const tableTags = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];

/** Elements without readable text. */
const silentTags = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'template',
  'title',
  'svg',
  'math',
  'object',
  'audio',
  'video',
  'plaintext',
];

/**
 * Words, numbers, and colors. No backslash, which excludes escapes; only functions that compute colors or
 * lengths.
 */
const plainStyle = /^(?:[-\w\s#%.,'"!+/]|(?:rgba?|hsla?|calc)\([-\w\s%.,+*/]*\))+$/i;
const styleProperties = [
  'background',
  'background-color',
  'border',
  'border-bottom',
  'border-bottom-color',
  'border-bottom-style',
  'border-bottom-width',
  'border-collapse',
  'border-color',
  'border-left',
  'border-left-color',
  'border-left-style',
  'border-left-width',
  'border-radius',
  'border-right',
  'border-right-color',
  'border-right-style',
  'border-right-width',
  'border-spacing',
  'border-style',
  'border-top',
  'border-top-color',
  'border-top-style',
  'border-top-width',
  'border-width',
  'color',
  'direction',
  'display',
  'float',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-variant',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'list-style',
  'list-style-type',
  'margin',
  'margin-bottom',
  'margin-left',
  'margin-right',
  'margin-top',
  'max-height',
  'max-width',
  'min-height',
  'min-width',
  'overflow-wrap',
  'padding',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'padding-top',
  'table-layout',
  'text-align',
  'text-decoration',
  'text-decoration-line',
  'text-indent',
  'text-transform',
  'vertical-align',
  'white-space',
  'width',
  'word-break',
  'word-wrap',
];

const linkSchemes = ['http', 'https', 'mailto', 'tel'];
const isLink = /^(?:https?|mailto|tel):/i;
const isRemote = /^https?:\/\//i;
const isEmbedded = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const isPart = /^cid:/i;

const maxCharacters = 2_000_000;
/** Parsing time grows with the square of the open elements. */
const maxTags = 20_000;

/** Sanitizing is limited to 2 million characters and 20,000 elements. */
export function isManageableHtml(html: string): boolean {
  return html.length <= maxCharacters && (html.match(/<[a-z]/gi)?.length ?? 0) <= maxTags;
}

const hiddenParts = new RegExp(
  `<!--[^]*?(?:-->|$)|<(${silentTags.join('|')})\\b[^]*?(?:</\\1\\b[^>]*>?|$)`,
  'gi',
);
const anyTag = /<[!?/]?([a-z]\w*)[^<>]*>?/gi;
/** More than is kept of the text of an email. */
const maxBareCharacters = 400_000;

/** The text of HTML that is too large to sanitize, without link addresses, in linear time. */
export function toBareText(html: string): string {
  const words = html
    .replace(hiddenParts, '')
    .replace(anyTag, (_tag, name: string) => getBreak(name.toLowerCase()));
  return toPlainText(toSafeHtml(words.slice(0, maxBareCharacters)).html);
}

function getBreak(name: string): string {
  if (isLineTag(name)) return '<br>';
  return name === 'td' || name === 'th' ? ' ' : '';
}

export type SafeHtml = { readonly html: string; readonly hasRemoteImages: boolean };

/** Sanitizes external HTML to formatting, links, and images. Image addresses are kept: remote, embedded, and `cid:`. */
export function toSafeHtml(html: string): SafeHtml {
  let hasRemoteImages = false;
  const safe = sanitize(html, (address) => {
    if (isRemote.test(address)) hasRemoteImages = true;
    return isRemote.test(address) || isPart.test(address) || isEmbedded.test(address) ? address : null;
  });
  return { html: safe, hasRemoteImages };
}

/**
 * Sanitized HTML for display. Remote images are kept only on request, and only over https; inline images come from
 * `parts`, data URLs by content ID. Hidden images are replaced by their description.
 */
export function toViewHtml(
  html: string,
  { withRemoteImages, parts }: { withRemoteImages: boolean; parts: ReadonlyMap<string, string> },
): string {
  return sanitize(html, (address) => {
    if (isPart.test(address)) return parts.get(getContentId(address)) ?? null;
    if (isRemote.test(address)) return withRemoteImages ? address.replace(/^http:/i, 'https:') : null;
    return isEmbedded.test(address) ? address : null;
  });
}

/** Content IDs of inline images. */
export function listShownParts(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/<img [^>]*?src="(cid:[^"]+)"/gi)].map(([, address = '']) => getContentId(address)),
  );
}

function getContentId(address: string): string {
  const id = address.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** `placeImage` returns an image's address, or null to show its description. */
function sanitize(html: string, placeImage: (address: string) => string | null): string {
  return sanitizeHtml(html, {
    allowedTags: [...textTags, ...blockTags, ...tableTags],
    nonTextTags: silentTags,
    nestingLimit,
    allowedAttributes: {
      '*': ['align', 'bgcolor', 'dir', 'height', 'lang', 'style', 'title', 'valign', 'width'],
      a: ['href', 'rel', 'target'],
      font: ['color', 'face', 'size'],
      img: ['alt', 'src'],
      ol: ['start', 'type'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedStyles: { '*': Object.fromEntries(styleProperties.map((property) => [property, [plainStyle]])) },
    allowedSchemes: linkSchemes,
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '', ...rest }) => ({
        tagName,
        attribs: isLink.test(href)
          ? { href, ...rest, rel: 'noopener noreferrer nofollow', target: '_blank' }
          : rest,
      }),
      img: (_tagName, attributes) => drawImage(attributes, placeImage),
    },
  });
}

function drawImage(
  { src = '', alt = '', ...rest }: sanitizeHtml.Attributes,
  placeImage: (address: string) => string | null,
): sanitizeHtml.Tag {
  const address = placeImage(src.trim());
  if (address !== null) return { tagName: 'img', attribs: { ...rest, src: address, alt } };
  return { tagName: 'span', attribs: {}, text: alt.trim() === '' ? '' : `[${alt.trim()}]` };
}
