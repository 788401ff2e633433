/** Of a file in a data room of which no pages with the name of a buyer can be made. */
export const closedToBuyersText =
  'Buyers can’t open this type of file. Add it as a PDF, JPEG, or PNG instead';

const closedNames =
  /\.(?:gif|hei[cf]|avif|bmp|tiff?|svg|psd|dwg|dcm|zip|rar|7z|docm?|xls[bm]?|pptm?|pages|numbers|key|msg|mov|mp4|m4a|mp3|wav)$/i;

/** Whether files of this name are mostly such; what counts in the end is the content. */
export function isMostlyClosedToBuyers({ name }: { readonly name: string }): boolean {
  return closedNames.test(name) && !/\.(?:docx|xlsx|pptx)$/i.test(name);
}
