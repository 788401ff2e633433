import type { SampleTemplate } from './sample-values.ts';

/** Ordinary mail, notes, and tables of the trade without health information of patients. */
export const cleanSamples: readonly SampleTemplate[] = [
  {
    kinds: [],
    text: `INVOICE {serial}
{company}            Tax ID {ein}
Bill to: Handover Brokerage LLC
Date: {dos}
Description                         Amount
Dental chair, refurbished, SKU 445-21-9087    {money}
Freight                              {money2}
Total due within 30 days             {money3}`,
  },
  {
    kinds: [],
    text: `Providers and identifiers for the enrollment file:
Dr. {staff}, NPI {npi}, state license MD{serial}, DEA BS{serial2}
Dr. {staff2}, NPI {npi2}, license pending
Group NPI {npi3}, EIN {ein}, CLIA 45D{serial3}
PTAN on request.`,
  },
  {
    kinds: [],
    text: `Office phone list
{staff1}  front desk   {phone1}
{staff2}  billing      {phone2}
{staff3}  hygienist    {phone3}
{staff4}  IT vendor    {phonedash}
After hours: {phone5}`,
  },
  {
    kinds: [],
    text: `Counsel sent an update on {last} v. {company}, Case No. {year}-CV-{serial}. The motion hearing is {day}. The plaintiff is a former employee, not a patient, and the carrier has accepted coverage under policy number {member}. File number 512-44-{chart} at the clerk's office.`,
  },
  {
    kinds: [],
    text: `Happy birthday month! Staff birthdays to remember:
{staff1} - {day1}
{staff2} - {day2}
{staff3} - {day3}
Cake in the break room on Friday. Work anniversaries: {staff4}, 12 years.`,
  },
  {
    kinds: [],
    text: `Hi {first},

We reviewed the practice summary. The office has about 2,300 active patients, sees 31 new patients a month, and the top diagnosis codes are {dx1} and {dx2}. Collections were {large} last year with Medicare at {share}. No single referral source is above {share2}.

The owner, Dr. {stafflast}, would stay for two years. Could we see the P&L by month?

Best,
{staff3}
Phone {phone}`,
  },
  {
    kinds: [],
    text: `Medicare and Medicaid participation: the agency's CCN is 45-{chart}, Medicaid provider number {serial}, Medicare effective {dos}. PTAN {serial2}. The change of ownership (855A) goes to Palmetto GBA. Our NPI is {npi}.`,
  },
  {
    kinds: [],
    text: `Call with {title} today about the listing price. She wants {large} and will carry a 10% note. She was born and raised in Ohio and moved here in 1998. She asked that we not tell the staff until the LOI is signed. Next call {day}.`,
  },
  {
    kinds: [],
    text: `Renewal reminder: {staff}, RN, license {serial}, expires {dos}. DOB on file with the board: {dob}. {staff2}, LPN, license {serial2}. Please send copies of the wallet cards for the compliance section of the data room.`,
  },
  {
    kinds: [],
    text: `Purchase order {serial}
Item 301-55-{chart} exam gloves, nitrile, medium, 10 boxes
Item K2-8841 suction tips
Item E11-9 replacement bulb
Ship to {company}, attention {staff}. Account number {serial2}. Questions: {phone}.`,
  },
  {
    kinds: [],
    text: `Quality snapshot for the CIM (aggregate): 82% of diabetic patients have an A1c below 9. Readmission rate 11.4%. Average length of stay 61 days. Census by payer: Medicare 38, Medicaid 21, private 9. No patient-level information is included. Contact {staff} for the methodology.`,
  },
  {
    kinds: [],
    text: `Malpractice and insurance schedule
Professional liability: carrier MedPro, policy number {member}, $1M/$3M, expires {dos}, insured Dr. {staff}
Property: policy {serial}
Workers' compensation: policy WC-{serial2}
Tail quote requested {day}.`,
  },
  {
    kinds: [],
    text: `Dr. {staff} performs about 40 root canals and 12 implants a month; Dr. {staff2} does most of the crowns (D2740) and refers oral surgery out. Hygiene runs four columns. {staff3}, the office manager since 2014, handles insurance verification. I met all three on {dos}.`,
  },
  {
    kinds: [],
    text: `Wire instructions for the earnest money: bank First National, routing 111000025, account number {mrn}, reference Escrow {serial}. Please call {staff} at {phone} to confirm before sending. We never change instructions by email.`,
  },
  {
    kinds: [],
    text: `Thanks for the tour. My wife and I loved the space. A few questions on the lease: is the renewal option at fair market rent, and who maintains the HVAC? Chart 3 of the CIM shows production falling in {year}; was that the associate leaving? I am a general dentist, licensed since 2011, and pre-qualified with my bank for {large}.

{staff}, DDS`,
  },
  {
    kinds: [],
    header: ['Employee', 'Title', 'Hire Date', 'DOB', 'Hourly Rate', 'License #'],
    row: ['{listed}', 'Medical assistant', '{dos}', '{dob}', '{money}', '{serial}'],
    before: 'Payroll census, confidential',
    as: 'table',
  },
  {
    kinds: [],
    header: ['Provider', 'NPI', 'Specialty', 'Production', 'Collections'],
    row: ['Dr. {patient}', '{npi}', 'General dentistry', '{large1}', '{large2}'],
    as: 'csv',
  },
  {
    kinds: [],
    header: ['CPT', 'Description', 'Units', 'Charges', 'Payments'],
    row: ['{cpt}', 'Office visit', '{count}', '{large1}', '{large2}'],
    as: 'tab',
  },
  {
    kinds: [],
    header: ['Diagnosis', 'Patients', 'Visits', 'Share'],
    row: ['{dx}', '{count1}', '{count2}', '{share}'],
    before: 'Top diagnoses by visit, trailing twelve months',
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Payer', '0-30', '31-60', '61-90', '91+', 'Total'],
    row: ['{initial} Health Plan', '{money1}', '{money2}', '{money3}', '{money4}', '{money5}'],
    before: 'A/R aging by payer',
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Name', 'Role', 'Phone', 'Email'],
    row: ['{patient}', 'Hygienist', '{phone}', 'office@example.com'],
    as: 'table',
  },
  {
    kinds: [],
    header: ['Asset', 'Serial No.', 'Purchased', 'Cost'],
    row: ['Panoramic X-ray', '{serial}', '{dos}', '{money}'],
    as: 'pipe',
  },
  {
    kinds: [],
    header: ['Buyer', 'Company', 'Phone', 'NDA signed', 'Budget'],
    row: ['{patient}', '{company}', '{phone}', '{dos}', '{large}'],
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Account', 'Name', 'Debit', 'Credit'],
    row: ['{chart}', 'Dental supplies', '{money1}', '{money2}'],
    before: 'Trial balance. Chart of accounts 4010 to 6990.',
    as: 'table',
  },
  {
    kinds: [],
    text: `Notes from the seller interview. He had a stroke scare two years ago and wants less stress, that is the reason for sale. Patient retention is about 90%. They ask every patient for date of birth and insurance card at check-in; forms are in Dentrix. The MRN format changed when they moved to the new system, so old chart numbers are in a separate column. Ask {staff} for a redacted sample.`,
  },
  {
    kinds: [],
    text: `Please make sure nobody uploads patient information. The export must not contain names, dates of birth, SSNs, member IDs, or medical record numbers. Use a random patient ID instead. If a file has PHI, call {staff} at {phone} before {day} and we will delete it. HIPAA allows de-identified data only.`,
  },
];
