import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import type { BusinessType } from '../businesses/business-list.ts';
import { checklistTypes, type ChecklistType, type ClosingChecklist } from './closing-checklists.ts';

/** The default checklist of a type, without fields that are specific to a workspace. */
export type DefaultChecklist = Omit<ClosingChecklist, 'isDelivered' | 'version'>;

type Lines = Pick<DefaultChecklist, 'items' | 'source' | 'confidence'>;

const createApprovalItem = (key: string, title: string, hint: string | null = null): ChecklistItem => ({
  key,
  area: 'approval',
  title,
  hint,
});

const medicare = createApprovalItem(
  'medicare',
  'Medicare change of ownership or change of information reported',
  'Within 30 days. An asset purchase may be a CHOW; a stock purchase may be a change of information',
);
const accreditation = createApprovalItem('accreditation', 'Accreditation transferred or renewed');

const clinic: Lines = {
  items: [
    createApprovalItem('board', 'State board notified'),
    createApprovalItem('cpom', 'Corporate practice of medicine and MSO eligibility of the buyer'),
    createApprovalItem('dea', 'DEA registration'),
    createApprovalItem('radiology', 'Radiology registration'),
    medicare,
  ],
  source: 'ngsmedicare.com (Medicare); no published source for the other lines',
  confidence: 'low',
};
const homeCare: Lines = {
  items: [
    createApprovalItem('cms_855a', 'CMS-855A filed'),
    createApprovalItem('state_license', 'State license'),
    accreditation,
    createApprovalItem('con', 'Certificate of need, where the state requires one', 'Varies by state: verify'),
    medicare,
  ],
  source: 'ngsmedicare.com (Medicare), ncsl.org, 2024 (certificate of need)',
  confidence: 'medium',
};
const laboratory: Lines = {
  items: [
    createApprovalItem('clia', 'CLIA notice', 'Within 30 days'),
    createApprovalItem('state_lab', 'State laboratory license'),
    createApprovalItem('x_ray', 'X-ray registration'),
    medicare,
  ],
  source: '42 CFR 493.51 (CLIA), ngsmedicare.com (Medicare)',
  confidence: 'medium',
};

/** From domain facts, section 5, approval checklists. The 36-month rule is a separate gate, not a checklist item. */
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
      createApprovalItem('board', 'Board of pharmacy permit'),
      createApprovalItem('dea', 'DEA notified', '14 days before the transfer'),
      createApprovalItem('inventory', 'Controlled-substance inventory', 'On the day of the transfer'),
      createApprovalItem('ncpdp', 'NCPDP record updated'),
      createApprovalItem('pbm', 'PBM contracts'),
      createApprovalItem('medicaid', 'Medicaid enrollment'),
    ],
    source: 'independentrxconsulting.com',
    confidence: 'medium',
  },
  dme: {
    items: [
      createApprovalItem('cms_855s', 'CMS-855S filed'),
      accreditation,
      createApprovalItem('bond', 'Surety bond', '$50,000 per NPI'),
    ],
    source: 'noridianmedicare.com',
    confidence: 'medium',
  },
  laboratory,
  urgent_care: laboratory,
  behavioral: {
    items: [
      createApprovalItem('facility_license', 'Facility license'),
      accreditation,
      createApprovalItem('medicaid', 'Medicaid enrollment'),
      createApprovalItem('part_2', '42 CFR Part 2 consents'),
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
export function getDefaultChecklist(type: ChecklistType): DefaultChecklist {
  return {
    type,
    ...(type === 'every' ? every : byType[type]),
    asOf: '2026-11-22',
    note: 'States, payers, and agencies differ: verify with each of them.',
  };
}

export function listDefaultChecklists(): DefaultChecklist[] {
  return checklistTypes.map(getDefaultChecklist);
}
