/** The highlight name that the style sheet uses. */
const name = 'search-match';

/** Highlights the searched words in the text of an element. Returns a function that removes the highlights. */
export function highlight(element: Element, query: string): () => void {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  if (words.length === 0) return () => undefined;
  CSS.highlights.set(name, new Highlight(...findRanges(element, words)));
  return () => void CSS.highlights.delete(name);
}

/** The ranges of the words in an element's names and cells. */
function findRanges(element: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = fold(node.textContent ?? '');
    // If folding changes the length, letter positions no longer match.
    if (text.length !== node.textContent?.length) continue;
    for (const word of words)
      for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + word.length);
        ranges.push(range);
      }
  }
  return ranges;
}

/** Lower case without accents, letter for letter. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFKD').charAt(0).toLowerCase()).join('');
}
