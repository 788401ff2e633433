import type { ConRule, StateConRule } from '../state-rules.ts';
import type { ChecklistArea } from './deal-gates.ts';

/** An approval, consent, or notice that a sale of a type needs. */
export type ChecklistItem = {
  readonly key: string;
  readonly area: ChecklistArea;
  readonly title: string;
  readonly hint: string | null;
};

const approval = (key: string, title: string, hint: string | null = null): ChecklistItem => ({
  key,
  area: 'approval',
  title,
  hint,
});

const medicare = approval(
  'medicare',
  'Medicare change of ownership or change of information reported',
  'Within 30 days. An asset purchase may be a CHOW; a stock purchase may be a change of information',
);
const certificate = approval(
  'con',
  'Certificate of need, where the state requires one',
  'Varies by state: verify',
);
const accreditation = approval('accreditation', 'Accreditation transferred or renewed');
const clinic: readonly ChecklistItem[] = [
  approval('board', 'State board notified'),
  approval('cpom', 'Corporate practice of medicine and MSO eligibility of the buyer'),
  approval('dea', 'DEA registration'),
  approval('radiology', 'Radiology registration'),
  medicare,
];
const homeCare: readonly ChecklistItem[] = [
  approval('cms_855a', 'CMS-855A filed'),
  approval('state_license', 'State license'),
  accreditation,
  certificate,
  approval(
    'rule_36_months',
    '36-month rule checked',
    'If more than 50% of direct ownership changes within 36 months of enrollment or the last change, the provider agreement does not convey',
  ),
  medicare,
];
const laboratory: readonly ChecklistItem[] = [
  approval('clia', 'CLIA notice', 'Within 30 days'),
  approval('state_lab', 'State laboratory license'),
  approval('x_ray', 'X-ray registration'),
  medicare,
];

const byType: Readonly<Record<string, readonly ChecklistItem[]>> = {
  home_health: homeCare,
  hospice: homeCare,
  pharmacy: [
    approval('board', 'Board of pharmacy permit'),
    approval('dea', 'DEA notified', '14 days before the transfer'),
    approval('inventory', 'Controlled-substance inventory', 'On the day of the transfer'),
    approval('ncpdp', 'NCPDP record updated'),
    approval('pbm', 'PBM contracts'),
    approval('medicaid', 'Medicaid enrollment'),
  ],
  dme: [
    approval('cms_855s', 'CMS-855S filed'),
    accreditation,
    approval('bond', 'Surety bond', '$50,000 per NPI'),
  ],
  laboratory,
  urgent_care: laboratory,
  behavioral: [
    approval('facility_license', 'Facility license'),
    accreditation,
    approval('medicaid', 'Medicaid enrollment'),
    approval('part_2', '42 CFR Part 2 consents'),
  ],
};

/** For every type: the lease, and the payers' consents. */
const everyType: readonly ChecklistItem[] = [
  {
    key: 'lease',
    area: 'lease',
    title: 'Lease assigned or renewed',
    hint: 'For at least the term of the loan',
  },
  { key: 'payer_consents', area: 'payer', title: 'Payer consents', hint: null },
  { key: 'credentialing', area: 'payer', title: 'Payer credentialing of the buyer', hint: null },
];

/**
 * The closing checklist of a business type: domain facts, section 5, approval checklists. Types without one of their own
 * have that of clinics. With the rule of the state, the certificate of need names it. Not legal advice.
 */
export function closingChecklistOf(type: string, rule: StateConRule | null = null): readonly ChecklistItem[] {
  const items = [...(byType[type] ?? clinic), ...everyType];
  return rule === null
    ? items
    : items.map((item) => (item === certificate ? { ...item, hint: certificateHint(rule) } : item));
}

const conTexts: Readonly<Record<ConRule, string>> = {
  program: 'has a certificate-of-need program',
  similar: 'has approvals that work like a certificate of need',
  none: 'has no certificate-of-need program',
};

function certificateHint({ stateName, con, asOf }: StateConRule): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return `${stateName} ${conTexts[con]}, as of ${day.format(new Date(`${asOf}T00:00:00Z`))}: verify`;
}
