import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import type { BusinessType } from './business-list.ts';
import { checklistTypes, type ChecklistType, type ClosingChecklist } from './closing-checklists.ts';

/** The checklist of a type, without a workspace's additions. */
export type DeliveredChecklist = Omit<ClosingChecklist, 'isDelivered' | 'version'>;

type Lines = Pick<DeliveredChecklist, 'items' | 'source' | 'confidence'>;

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
const accreditation = approval('accreditation', 'Accreditation transferred or renewed');

const clinic: Lines = {
  items: [
    approval('board', 'State board notified'),
    approval('cpom', 'Corporate practice of medicine and MSO eligibility of the buyer'),
    approval('dea', 'DEA registration'),
    approval('radiology', 'Radiology registration'),
    medicare,
  ],
  source: 'ngsmedicare.com (Medicare); no published source for the other lines',
  confidence: 'low',
};
const homeCare: Lines = {
  items: [
    approval('cms_855a', 'CMS-855A filed'),
    approval('state_license', 'State license'),
    accreditation,
    approval('con', 'Certificate of need, where the state requires one', 'Varies by state: verify'),
    medicare,
  ],
  source: 'ngsmedicare.com (Medicare), ncsl.org, 2024 (certificate of need)',
  confidence: 'medium',
};
const laboratory: Lines = {
  items: [
    approval('clia', 'CLIA notice', 'Within 30 days'),
    approval('state_lab', 'State laboratory license'),
    approval('x_ray', 'X-ray registration'),
    medicare,
  ],
  source: '42 CFR 493.51 (CLIA), ngsmedicare.com (Medicare)',
  confidence: 'medium',
};

/** Domain facts, section 5, approval checklists. The 36-month rule is a separate gate, not a checklist item. */
const byType: Readonly<Record<BusinessType, Lines>> = {
  dental: clinic,
  medical: clinic,
  physical_therapy: clinic,
  veterinary: clinic,
  med_spa: clinic,
  home_health: homeCare,
  hospice: homeCare,
  pharmacy: {
    items: [
      approval('board', 'Board of pharmacy permit'),
      approval('dea', 'DEA notified', '14 days before the transfer'),
      approval('inventory', 'Controlled-substance inventory', 'On the day of the transfer'),
      approval('ncpdp', 'NCPDP record updated'),
      approval('pbm', 'PBM contracts'),
      approval('medicaid', 'Medicaid enrollment'),
    ],
    source: 'independentrxconsulting.com',
    confidence: 'medium',
  },
  dme: {
    items: [
      approval('cms_855s', 'CMS-855S filed'),
      accreditation,
      approval('bond', 'Surety bond', '$50,000 per NPI'),
    ],
    source: 'noridianmedicare.com',
    confidence: 'medium',
  },
  laboratory,
  urgent_care: laboratory,
  behavioral: {
    items: [
      approval('facility_license', 'Facility license'),
      accreditation,
      approval('medicaid', 'Medicaid enrollment'),
      approval('part_2', '42 CFR Part 2 consents'),
    ],
    source: '42 CFR Part 2 (consents); no published source for the other lines',
    confidence: 'low',
  },
};

const every: Lines = {
  items: [
    {
      key: 'lease',
      area: 'lease',
      title: 'Lease assigned or renewed',
      hint: 'For at least the term of the loan',
    },
    { key: 'payer_consents', area: 'payer', title: 'Payer consents', hint: null },
    { key: 'credentialing', area: 'payer', title: 'Payer credentialing of the buyer', hint: null },
  ],
  source: 'Common practice; no published source',
  confidence: 'low',
};

/** Default closing checklists, before a workspace changes them. */
export function deliveredChecklist(type: ChecklistType): DeliveredChecklist {
  return {
    type,
    ...(type === 'every' ? every : byType[type]),
    asOf: '2026-11-22',
    note: 'States, payers, and agencies differ: verify with each of them.',
  };
}

export function deliveredChecklists(): DeliveredChecklist[] {
  return checklistTypes.map(deliveredChecklist);
}
