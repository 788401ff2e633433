/** The document level that a buyer needs to read a folder: 0 is for staff only, 3 for the buyer with exclusivity. */
export type RoomLevel = 0 | 1 | 2 | 3;

export type RoomFolder = {
  /** The number in the index, such as "03.1". */
  readonly number: string;
  readonly name: string;
  readonly level: RoomLevel;
};

export type RoomRequest = {
  readonly title: string;
  /** The number of the target folder. */
  readonly folder: string;
};

/** The index of a data room. Each folder comes after its parent ("03.1" is in "03"). Source: domain.md section 7. */
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

const createRequest = (folder: string, title: string): RoomRequest => ({ folder, title });

const forAll: readonly RoomRequest[] = [
  createRequest('02', 'Formation documents'),
  createRequest('02', 'Ownership (cap table)'),
  createRequest('03.2', 'Tax returns, three years'),
  createRequest('03.2', 'Profit and loss statements, three years'),
  createRequest('03.2', 'Balance sheets, three years'),
  createRequest('03.2', 'Year-to-date profit and loss and balance sheet'),
  createRequest('03.2', 'Bank statements, last 12 months'),
  createRequest('03.2', 'Add-backs with proof'),
  createRequest('03.2', 'Debt schedule'),
  createRequest('03.2', 'Depreciation schedule'),
  createRequest('04', 'A/R aging'),
  createRequest('04', 'Payer list, contracts, and fee schedules'),
  createRequest('05', 'Licenses'),
  createRequest('06', 'Audit letters and responses'),
  createRequest('06', 'HIPAA risk analysis'),
  createRequest('06', 'Business associate agreements'),
  createRequest('08.1', 'Payroll census'),
  createRequest('08.2', 'Provider agreements'),
  createRequest('09', 'Lease and amendments'),
  createRequest('10', 'Equipment list with age'),
  createRequest('10', 'IT systems and EHR contract'),
  createRequest('12', 'Malpractice policies and loss runs'),
  createRequest('12', 'Litigation, open and closed'),
];

const medical: readonly RoomRequest[] = [
  createRequest('04', 'CPT mix'),
  createRequest('07', 'wRVU by provider'),
  createRequest('07', 'Call schedule'),
  createRequest('05', 'CLIA certificate'),
  createRequest('05', 'X-ray registration'),
];

const homeCare: readonly RoomRequest[] = [
  createRequest('03.2', 'Cost reports'),
  createRequest('06', 'PEPPER reports'),
  createRequest('06', 'ADR, TPE, and UPIC letters'),
  createRequest('06', 'Surveys with plans of correction'),
  createRequest('13', 'Referral and payer census (coded)'),
];

const byType: Readonly<Record<string, readonly RoomRequest[]>> = {
  dental: [
    createRequest('07', 'Production and collections by provider and code'),
    createRequest('07', 'Hygiene recall report'),
    createRequest('04', 'PPO fee schedules'),
    createRequest('07', 'Chart audit summary'),
  ],
  medical,
  urgent_care: medical,
  home_health: [...homeCare, createRequest('07', 'OASIS outcomes and HHCAHPS')],
  hospice: [
    ...homeCare,
    createRequest('07', 'Hospice CAHPS'),
    createRequest('04', 'Hospice cap calculations'),
  ],
  pharmacy: [
    createRequest('04', 'Script and payer reports'),
    createRequest('11', 'PBM contracts'),
    createRequest('11', 'Wholesaler agreement'),
    createRequest('06', 'Controlled-substance inventory'),
    createRequest('06', 'Board and DEA inspection reports'),
    createRequest('11', '340B contracts'),
  ],
  behavioral: [
    createRequest('04', 'Authorizations'),
    createRequest('08.1', 'BCBA roster by role'),
    createRequest('06', 'Utilization review letters'),
    createRequest('05', 'Accreditation'),
  ],
  physical_therapy: [
    createRequest('07', 'Visits by month and clinic'),
    createRequest('13', 'Referrers (coded)'),
    createRequest('06', 'Plan-of-care compliance review'),
  ],
  veterinary: [
    createRequest('07', 'Revenue by DVM'),
    createRequest('06', 'Controlled-substance logs'),
    createRequest('04', 'Wellness plans'),
  ],
  med_spa: [
    createRequest('11', 'MSO and medical director agreements'),
    createRequest('06', 'Delegation protocols'),
    createRequest('03.2', 'Package liability'),
    createRequest('10', 'Device leases'),
  ],
  dme: [
    createRequest('05', 'Accreditation and surety bond'),
    createRequest('04', 'Product and payer mix'),
    createRequest('06', 'CMN audit'),
    createRequest('10', 'Rental fleet'),
  ],
  laboratory: [
    createRequest('05', 'CLIA and CAP certificates'),
    createRequest('06', 'Proficiency testing'),
    createRequest('07', 'Test menu'),
    createRequest('08.1', 'Sales compensation reviewed for EKRA'),
  ],
};

/** Documents requested from the owner of a business of a type, in index order. Source: domain.md section 7. */
export function listRoomRequests(type: string): readonly RoomRequest[] {
  return [...forAll, ...(byType[type] ?? [])].toSorted((one, other) =>
    one.folder.localeCompare(other.folder),
  );
}

/** The decision on a request; `expired` is derived from the date. */
export type RequestState = 'required' | 'requested' | 'uploaded' | 'refused' | 'verified' | 'not_applicable';

/**
 * The percentage of the required documents that are verified and still valid, rounded down, so that 85 is never shown
 * before it is reached; null if none are required. `today` and `expiresOn` are ISO dates; a document is valid through
 * its last day.
 */
export function calculateReadyPercent(
  requests: readonly { readonly state: RequestState; readonly expiresOn: string | null }[],
  today: string,
): number | null {
  const needed = requests.filter(({ state }) => state !== 'not_applicable');
  if (needed.length === 0) return null;
  const ready = needed.filter(({ state, expiresOn }) => state === 'verified' && !isExpired(expiresOn, today));
  return Math.floor((ready.length * 100) / needed.length);
}

/** Whether the last day of validity has passed. */
export function isExpired(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn < today;
}
