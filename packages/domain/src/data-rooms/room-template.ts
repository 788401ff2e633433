/** The document level that a buyer needs to read a folder: 0 is for staff only, 3 for the buyer with exclusivity. */
export type RoomLevel = 0 | 1 | 2 | 3;

export type RoomFolder = {
  /** In the index, such as "03.1". */
  readonly number: string;
  readonly name: string;
  readonly level: RoomLevel;
};

export type RoomRequest = {
  readonly title: string;
  /** The number of the folder that the files go to. */
  readonly folder: string;
};

/** The index of a data room, each folder after its parent ("03.1" is in "03"). Source: domain.md section 7. */
export const roomFolders: readonly RoomFolder[] = [
  { number: '00', name: 'Index, process letter, and NDA', level: 0 },
  { number: '01', name: 'Teaser and CIM', level: 1 },
  { number: '02', name: 'Corporate', level: 2 },
  { number: '03', name: 'Financial and tax', level: 1 },
  { number: '03.1', name: 'Summary', level: 1 },
  { number: '03.2', name: 'Detail', level: 2 },
  { number: '04', name: 'Revenue cycle and payers (de-identified)', level: 2 },
  { number: '05', name: 'Licenses, enrollment, and accreditation', level: 2 },
  { number: '06', name: 'Compliance', level: 2 },
  { number: '07', name: 'Clinical operations and quality (aggregate)', level: 2 },
  { number: '08', name: 'People', level: 2 },
  { number: '08.1', name: 'Roles and pay (no names)', level: 2 },
  { number: '08.2', name: 'Names and agreements', level: 3 },
  { number: '09', name: 'Real estate', level: 2 },
  { number: '10', name: 'Equipment and IT', level: 2 },
  { number: '11', name: 'Contracts and vendors', level: 2 },
  { number: '12', name: 'Insurance and litigation', level: 2 },
  { number: '13', name: 'Marketing and referrals (coded)', level: 2 },
  { number: '14', name: 'Deal: LOI, lender, purchase agreement, closing', level: 3 },
];

const request = (folder: string, title: string): RoomRequest => ({ folder, title });

const forAll: readonly RoomRequest[] = [
  request('02', 'Formation documents'),
  request('02', 'Ownership (cap table)'),
  request('03.2', 'Tax returns, three years'),
  request('03.2', 'Profit and loss statements, three years'),
  request('03.2', 'Balance sheets, three years'),
  request('03.2', 'Year-to-date profit and loss and balance sheet'),
  request('03.2', 'Bank statements, last 12 months'),
  request('03.2', 'Add-backs with proof'),
  request('03.2', 'Debt schedule'),
  request('03.2', 'Depreciation schedule'),
  request('04', 'A/R aging'),
  request('04', 'Payer list, contracts, and fee schedules'),
  request('05', 'Licenses'),
  request('06', 'Audit letters and responses'),
  request('06', 'HIPAA risk analysis'),
  request('06', 'Business associate agreements'),
  request('08.1', 'Payroll census'),
  request('08.2', 'Provider agreements'),
  request('09', 'Lease and amendments'),
  request('10', 'Equipment list with age'),
  request('10', 'IT systems and EHR contract'),
  request('12', 'Malpractice policies and loss runs'),
  request('12', 'Litigation, open and closed'),
];

const medical: readonly RoomRequest[] = [
  request('04', 'CPT mix'),
  request('07', 'wRVU by provider'),
  request('07', 'Call schedule'),
  request('05', 'CLIA certificate'),
  request('05', 'X-ray registration'),
];

const homeCare: readonly RoomRequest[] = [
  request('03.2', 'Cost reports'),
  request('06', 'PEPPER reports'),
  request('06', 'ADR, TPE, and UPIC letters'),
  request('06', 'Surveys with plans of correction'),
  request('13', 'Referral and payer census (coded)'),
];

const byType: Readonly<Record<string, readonly RoomRequest[]>> = {
  dental: [
    request('07', 'Production and collections by provider and code'),
    request('07', 'Hygiene recall report'),
    request('04', 'PPO fee schedules'),
    request('07', 'Chart audit summary'),
  ],
  medical,
  urgent_care: medical,
  home_health: [...homeCare, request('07', 'OASIS outcomes and HHCAHPS')],
  hospice: [...homeCare, request('07', 'Hospice CAHPS'), request('04', 'Hospice cap calculations')],
  pharmacy: [
    request('04', 'Script and payer reports'),
    request('11', 'PBM contracts'),
    request('11', 'Wholesaler agreement'),
    request('06', 'Controlled-substance inventory'),
    request('06', 'Board and DEA inspection reports'),
    request('11', '340B contracts'),
  ],
  behavioral: [
    request('04', 'Authorizations'),
    request('08.1', 'BCBA roster by role'),
    request('06', 'Utilization review letters'),
    request('05', 'Accreditation'),
  ],
  physical_therapy: [
    request('07', 'Visits by month and clinic'),
    request('13', 'Referrers (coded)'),
    request('06', 'Plan-of-care compliance review'),
  ],
  veterinary: [
    request('07', 'Revenue by DVM'),
    request('06', 'Controlled-substance logs'),
    request('04', 'Wellness plans'),
  ],
  med_spa: [
    request('11', 'MSO and medical director agreements'),
    request('06', 'Delegation protocols'),
    request('03.2', 'Package liability'),
    request('10', 'Device leases'),
  ],
  dme: [
    request('05', 'Accreditation and surety bond'),
    request('04', 'Product and payer mix'),
    request('06', 'CMN audit'),
    request('10', 'Rental fleet'),
  ],
  laboratory: [
    request('05', 'CLIA and CAP certificates'),
    request('06', 'Proficiency testing'),
    request('07', 'Test menu'),
    request('08.1', 'Sales compensation reviewed for EKRA'),
  ],
};

/** Documents requested from the owner of a business of a type, in index order. Source: domain.md section 7. */
export function roomRequestsOf(type: string): readonly RoomRequest[] {
  return [...forAll, ...(byType[type] ?? [])].toSorted((one, other) =>
    one.folder.localeCompare(other.folder),
  );
}

/** The decision on a request; `expired` is derived from the date. */
export type RequestState = 'required' | 'requested' | 'uploaded' | 'refused' | 'verified' | 'not_applicable';

/**
 * The share of the needed documents that are verified and still valid, in whole percent, rounded down so that 85 is never
 * shown before it is reached; null when nothing is needed. `today` and `expiresOn` are ISO dates; a document is valid
 * through its last day.
 */
export function readyPercent(
  requests: readonly { readonly state: RequestState; readonly expiresOn: string | null }[],
  today: string,
): number | null {
  const needed = requests.filter(({ state }) => state !== 'not_applicable');
  if (needed.length === 0) return null;
  const ready = needed.filter(({ state, expiresOn }) => state === 'verified' && !isExpired(expiresOn, today));
  return Math.floor((ready.length * 100) / needed.length);
}

/** Whether a last day of validity has passed. */
export function isExpired(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn < today;
}
