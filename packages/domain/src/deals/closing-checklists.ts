import { formatDate } from '../format-date.ts';
import type { ConRule, StateConRule } from '../state-rules.ts';
import type { ChecklistArea } from './deal-gates.ts';

/** An approval, consent, or notice that is required to sell a business of a type. */
export type ChecklistItem = {
  readonly key: string;
  readonly area: ChecklistArea;
  readonly title: string;
  readonly hint: string | null;
};

/** The item that states the state's rule. */
const certificateKey = 'con';

/** The items with the state's certificate-of-need rule filled in. Not legal advice. */
export function withStateRule(
  items: readonly ChecklistItem[],
  rule: StateConRule | null,
): readonly ChecklistItem[] {
  return rule === null
    ? items
    : items.map((item) =>
        item.key === certificateKey ? { ...item, hint: formatCertificateHint(rule) } : item,
      );
}

const conTexts: Readonly<Record<ConRule, string>> = {
  program: 'has a certificate-of-need program',
  similar: 'has approvals that work like a certificate of need',
  none: 'has no certificate-of-need program',
};

function formatCertificateHint({ stateName, con, asOf }: StateConRule): string {
  return `${stateName} ${conTexts[con]}, as of ${formatDate(asOf)}: verify`;
}
