import { phiKinds } from '@handover/domain/phi/phi-kinds.ts';
import { scanParts } from '@handover/domain/phi/scan.ts';
import { z } from 'zod';
import { toStorable, toPlainText } from '#lib/mail/text.ts';

const maxAttachmentCharacters = 200_000;
/** From attached text, shown to the person reviewing the findings. */
const maxShownCharacters = 20_000;
const readableName = /\.(?:csv|tsv|txt|tab)$/i;
const readableType =
  /^(?:text\/(?:plain|csv|tab-separated-values|comma-separated-values)|application\/csv)$/i;

export const patientInformation = z.array(
  z.object({
    kind: z.enum(phiKinds),
    part: z.enum(['subject', 'text', 'attachment']),
    /** The name of the attachment. */
    place: z.string().optional(),
    /** With its digits and letters hidden. */
    excerpt: z.string(),
  }),
);
export type PatientInformation = z.infer<typeof patientInformation>;

type Content = {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly {
    readonly filename?: string | undefined;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
};

type Scan = {
  readonly patientInformation: PatientInformation;
  /** The names and the start of attached files with findings. */
  readonly attachedText: string;
};

/** Possible patient identifiers in the subject, both forms of the text, and attached text and CSV files. */
export function scanMail({ subject, text, html, attachments }: Content): Scan {
  const files = attachments.filter(
    ({ filename = '', contentType }) => readableName.test(filename) || readableType.test(contentType),
  );
  const attached = files.map(({ filename = '', content }) => ({
    part: 'attachment' as const,
    place: toStorable(filename),
    text: decode(content.subarray(0, maxAttachmentCharacters)),
  }));
  const patientInformation = scanParts([
    { part: 'subject', text: subject },
    { part: 'text', text },
    ...(html === null ? [] : [{ part: 'text' as const, text: toPlainText(html) }]),
    ...attached,
  ]);
  const shown = attached.filter((file) => patientInformation.some(({ place }) => place === file.place));
  const texts = shown.map((file) => `${file.place}\n\n${toStorable(file.text)}`);
  return { patientInformation, attachedText: texts.join('\n\n').slice(0, maxShownCharacters) };
}

function decode(content: Buffer): string {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return content.toString(isUtf16 ? 'utf16le' : 'utf8');
}
