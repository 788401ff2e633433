/** The content of a PDF, without layout. Serializable, so that a worker thread can draw it. */
export type PdfDocument = {
  readonly title: string;
  /** Stored as the date of creation. The same description gives the same bytes. */
  readonly createdAt: Date;
  readonly brand: PdfBrand;
  /** At the right of each page's header, such as "Confidential". */
  readonly headerNote?: string;
  /** At the left of each page's footer, before the page number. */
  readonly footerNote?: string;
  readonly blocks: readonly PdfBlock[];
};

export type PdfBrand = {
  readonly name: string;
  /** PNG or JPEG. Without one, the header shows the name. */
  readonly logo: Uint8Array | null;
};

export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly style?: PdfTextStyle }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isNumbered?: boolean }
  | {
      readonly kind: 'facts';
      readonly entries: readonly PdfFact[];
    }
  | PdfTable
  | PdfChart
  | PdfDrawing
  | { readonly kind: 'pageBreak' };

/** `url` makes the value a link. */
export type PdfFact = { readonly label: string; readonly value: string; readonly url?: string };

/** `signature` is larger and in italics. */
export type PdfTextStyle = 'normal' | 'strong' | 'small' | 'signature';

/** Its header is repeated on every page. A row is never split; text beyond one page is cut off. */
export type PdfTable = {
  readonly kind: 'table';
  readonly columns: readonly { readonly heading: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** A last row in bold. */
  readonly totals?: readonly string[];
};

/**
 * Horizontal bars on one axis, each from one value to another: bars start at 0, ranges and the steps of a
 * waterfall anywhere.
 */
export type PdfChart = {
  readonly kind: 'chart';
  /** Read out instead of the drawing. */
  readonly description: string;
  readonly bars: readonly {
    readonly label: string;
    readonly from: number;
    readonly to: number;
    /** At the end of the bar, such as "$1.2M – $1.6M". */
    readonly text: string;
    readonly tone?: 'primary' | 'positive' | 'negative' | 'muted';
  }[];
  /** Vertical lines, such as the asking price. */
  readonly lines?: readonly { readonly value: number; readonly text: string }[];
};

/** A path of SVG commands in its own view box, drawn as a line. */
export type PdfDrawing = {
  readonly kind: 'drawing';
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly description: string;
};
