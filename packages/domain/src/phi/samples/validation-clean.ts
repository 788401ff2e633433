import type { SampleTemplate } from './sample-values.ts';

/** The clean half of the texts that are never looked at while the rules are written. */
export const validationClean: readonly SampleTemplate[] = [
  {
    kinds: [],
    text: `Good afternoon {first},

The equipment appraisal came back at {large}. The serial number of the CBCT is {serial} and the lease account is {mrn}. Henry Schein quoted a replacement, part number 570-12-{chart}. I have attached the invoice.

{staff}
Direct {phone}`,
  },
  {
    kinds: [],
    text: `DEA registration: B{initial}{serial}, expires {dos}. State controlled substance license CS{serial2}. Board of Pharmacy permit {serial3}. Pharmacist in charge: {staff}, PharmD, NPI {npi}. NCPDP {serial4}. No board actions since {year}.`,
  },
  {
    kinds: [],
    text: `Re: {company}, EIN {ein}

The IRS notice CP2000 refers to tax year 2023 and control number {serial}. The CPA, {staff}, will answer by {day}. The return preparer's PTIN is P0{serial2}. Please do not include employees' W-2s in the room.`,
  },
  {
    kinds: [],
    text: `Mr. {last} toured the clinic on {dos} and liked the location. He practiced family medicine for eleven years, was born in Mumbai, and is moving here with his wife. He has {large} liquid and wants seller financing. He asked how many patients come from the nursing homes nearby.`,
  },
  {
    kinds: [],
    text: `Patient satisfaction survey, Q3: 412 responses, 94% would recommend. Comments: "Dr. {stafflast} is wonderful and the front desk is friendly." "Best dental cleaning I ever had." Complaints were about parking (14) and wait time (9).`,
  },
  {
    kinds: [],
    text: `Board minutes, {dos}. Present: {staff1}, MD; {staff2}, DO; {staff3}, practice administrator. Motion by Dr. {stafflast4} to approve the sale of the imaging equipment. Dr. {stafflast5} reported that knee arthroscopy volume grew 12% and that the ASC added two rooms. Adjourned at 7:40 pm.`,
  },
  {
    kinds: [],
    text: `Reminder: my mother's birthday is {day}, so I will be out. {staff} covers the phones. For the BizBuySell listing use ID 2214-{chart}. Ticket {serial} with Dentrix support is still open. Conference code 839-22-{chart2}.`,
  },
  {
    kinds: [],
    text: `The associate agreement says Dr. {stafflast}, born {dob}, social and license on file, is paid 32% of adjusted production. She has her own DEA and malpractice policy no. {member}. Non-compete: 10 miles, two years.`,
  },
  {
    kinds: [],
    text: `Home health KPIs
Admissions {count}, recertifications {count2}, average case-mix 1.02, LUPA rate {share}, star rating 4.5
Top ICD-10 groups: I50 {share2}, J44 {share3}, E11 {share4}
Visits per episode: SN 7.1, PT 5.2
Referrals: {company} {count3}`,
  },
  {
    kinds: [],
    text: `Chamber of Commerce member ID {serial}; ADA member number {serial2}; group purchasing account {serial3}; ADT alarm account {mrn}. Utilities: electric account no. {serial4}, water {serial5}. All to be transferred at closing by {staff}.`,
  },
  {
    kinds: [],
    text: `New listing: hospice with an ADC of 61, one CHAP survey without deficiencies. Owner {staff} is a nurse, age {age}, and wants to retire after her husband's illness. Cap liability nil. CCN 67-{chart}. Bereavement program active.`,
  },
  {
    kinds: [],
    text: `Settlement statement: file no. GF-{serial}, parcel 114-08-{chart}, closing date {dos}. Seller: {company}. Buyer: {staff} Holdings LLC. Title policy number O-{member}. Commission {money}.`,
  },
  {
    kinds: [],
    text: `Per Epic, the chart shows 12 open encounters, all provider sign-off. We see about 18 patients a day. MRI referrals go to the hospital. Average reimbursement for {cpt} is {money}, for {cpt2} {money2}. J1100 and J3301 are billed with NDC 0703-{chart}-01. B12 shots are cash, A1C is done in-house.`,
  },
  {
    kinds: [],
    text: `Meet {staff1}, our new hygienist, and welcome back {staff2}, who was on maternity leave since {dos}. {staff3} had surgery and returns {day}, so please be patient with the schedule. Extension 114 is now billing.`,
  },
  {
    kinds: [],
    text: `Loan application checklist for the SBA 7(a): personal financial statement (Form 413), resume, driver's license, three years of returns, credit authorization. Applicant {staff}, phone {phone}, NMLS {serial}. Loan number {mrn}. Please leave the SSN off the email and enter it in the bank's portal.`,
  },
  {
    kinds: [],
    text: `The attached sample claim form uses test data only (Jane Doe, 01/01/1900). In the real export the columns are patient_name, dob, member_id and dx, but we masked them: XXXXX, XX/XX/XXXX. {staff} can show the live system on a call.`,
  },
  {
    kinds: [],
    header: ['Provider Name', 'NPI', 'License', 'License Exp', 'DOB', 'DEA'],
    row: ['{listed}', '{npi}', 'MD{serial}', '{dos}', '{dob}', 'B{initial}{serial2}'],
    before: 'Credentialing roster',
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Invoice', 'Customer', 'Date', 'Amount', 'Balance'],
    row: ['{serial}', '{company}', '{dos}', '{money}', '{money2}'],
    as: 'table',
  },
  {
    kinds: [],
    header: ['Referring Doctor', 'Practice', 'Patients Referred', 'Production'],
    row: ['Dr. {patient}', '{company}', '{count}', '{large}'],
    as: 'tab',
  },
  {
    kinds: [],
    header: ['Case No.', 'Plaintiff', 'Filed', 'Court', 'Status'],
    row: ['{year}-CV-{serial}', '{patient}', '{dos}', 'District Court', 'Dismissed'],
    as: 'table',
  },
  {
    kinds: [],
    header: ['Age group', 'Patients', 'Share', 'Visits'],
    row: ['{age}-{age2}', '{count}', '{share}', '{count2}'],
    as: 'pipe',
  },
  {
    kinds: [],
    header: ['First Name', 'Last Name', 'Company', 'Email', 'Phone', 'Lead Source'],
    row: ['{first}', '{last}', '{company}', 'info@example.com', '{phone}', 'BizBuySell'],
    as: 'csv',
  },
  {
    kinds: [],
    header: ['SKU', 'NDC', 'Description', 'On hand', 'Cost'],
    row: ['{serial}', '00093-{chart}-01', 'LISINOPRIL 10MG TAB', '{count}', '{money}'],
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Shift', 'Staff', 'Position', 'Start', 'End'],
    row: ['Day', '{patient}', 'LPN', '{time}', '7:00'],
    as: 'table',
  },
  {
    kinds: [],
    header: ['Code', 'Procedure', 'Fee', 'Delta PPO', 'Count'],
    row: ['{cdt}', 'Crown', '{money1}', '{money2}', '{count}'],
    as: 'csv',
  },
  {
    kinds: [],
    header: ['Policy Number', 'Carrier', 'Insured', 'Type', 'Expires'],
    row: ['{member}', 'The Doctors Company', '{patient}, MD', 'Malpractice', '{dos}'],
    as: 'table',
  },
];
