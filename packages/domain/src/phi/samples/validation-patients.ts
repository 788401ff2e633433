import type { SampleTemplate } from './sample-values.ts';

/** Never looked at while the rules are written: they measure how the rules do on texts they were not made for. */
export const validationPatients: readonly SampleTemplate[] = [
  {
    kinds: ['patient', 'birth-date'],
    text: `REFERRAL FORM - PLEASE FAX TO {phone}
Patient's name {patient}
Birth date {dob}   Gender M
Tooth/area: #19   Endo eval and treat   Rx given: amoxicillin
Referring doctor: {staff}, DMD
X-rays emailed {dos}`,
  },
  {
    kinds: ['patient', 'birth-date', 'member-id'],
    text: `HOME HEALTH CERTIFICATION AND PLAN OF CARE
1. Patient's HI Claim No. {mbi}   2. Start of care {dos}
6. Patient's Name and Address: {listed}, 418 Alder Ct
8. Date of Birth {dob}   9. Sex F
11. ICD {dx} principal diagnosis
Orders: SN 2w4, PT 3w4, HHA 2w4 for bathing.`,
  },
  {
    kinds: ['patient'],
    text: `Hello, this is about the chart review. Mrs. {last} was prescribed oxycodone 10 mg on {dos} and again nine days later. The pharmacist flagged it. I do not think the doctor checked the PDMP. Should we disclose this before the closing?`,
  },
  {
    kinds: ['ssn'],
    text: `Can you rerun the Medicaid lookup? The ID I had came back invalid, so use his social instead, {ssn}. He is the new admit from Mercy, arriving on {day} by stretcher.`,
  },
  {
    kinds: ['patient', 'record-number', 'birth-date'],
    text: `PATHOLOGY REPORT
Accession: S25-{chart}
Pt Name: {LISTED}    MRN#: {mrn}
DOB/Age/Sex: {dob} / {age} / F
Collected: {dos}
FINAL DIAGNOSIS: Skin, left forearm, shave biopsy: basal cell carcinoma, nodular type.`,
  },
  {
    kinds: ['member-id'],
    text: `The rejected line is for subscriber no. {member}, policy holder is the father. Payer says coverage terminated at month end. Please get the new card and rebill the well visit, code 99392.`,
  },
  {
    kinds: ['patient'],
    text: `{first1} {last1} cancelled, that's the 10:00 root canal. I moved patient {patient2} (perio maintenance) up to fill it, so hygiene is full. Two no-shows yesterday too: pts {patient3} and {patient4}.`,
  },
  {
    kinds: ['patient', 'birth-date'],
    text: `PSYCHOTHERAPY PROGRESS NOTE
Client: {patient}        D.O.B.: {dob}
Session date: {dos}   CPT 90834   Duration 45 min
Client reports improved sleep and less panic. Denies SI/HI. Dx: F33.1. Continue CBT weekly.`,
  },
  {
    kinds: ['patient', 'record-number'],
    text: `Complaint file for the compliance binder. Patient ID {mrn}, {patient}, alleges that the extraction on {dos} left a root tip. The board closed the matter. Carrier was notified.`,
  },
  {
    kinds: ['patient', 'birth-date'],
    text: `Subject: FW: vet's mom again
Sorry, wrong thread. It's the immunization record for my patient {first} {last}, born on {dob}: MMR and varicella given {dos}, next due at four years.`,
  },
  {
    kinds: ['ssn', 'birth-date', 'member-id'],
    text: `MDS face sheet
Resident name {LISTED}   SS# {ssn}
Birthdate {dob}   Medicare No. {mbi}   Medicaid No. {medicaid}
Advance directive: DNR   Allergies: sulfa
Attending physician {staff} MD   Pharmacy: {company}`,
  },
  {
    kinds: ['patient'],
    text: `Statement of account
Responsible party: {patient1}
For services to {patient2}
{dos}  D2740 Crown, porcelain  {money1}
{dos}  Insurance payment, Delta Dental  -{money2}
Amount you owe {money3}`,
  },
  {
    kinds: ['patient'],
    text: `We had one adverse event in the surgery center this year: {title}, 71, went into respiratory arrest after a colonoscopy on {dos} and was transferred to County General. She recovered. The peer review letter is privileged, so I have not attached it.`,
  },
  {
    kinds: ['patient', 'record-number'],
    text: `Chart audit results, 3 charts
Chart no. {chart1} - {patient1} - {cpt} billed, note supports 99212
Chart no. {chart2} - {patient2} - no signed consent
Chart no. {chart3} - {patient3} - OK`,
  },
  {
    kinds: ['patient'],
    text: `NOTICE OF MEDICARE NON-COVERAGE
Patient name: {patient}
The effective date coverage of your current skilled nursing services will end: {dos}
Your Medicare provider has determined that Medicare probably will not pay after that date.`,
  },
  {
    kinds: ['birth-date', 'patient'],
    text: `lab called w/ critical on {listed} ({dobshort}), K 6.8, dr notified {time}, pt sent to ER. pls file.`,
  },
  {
    kinds: ['patient', 'birth-date', 'record-number'],
    header: ['Patient First Name', 'Patient Last Name', 'Patient DOB', 'Account No', 'Payer Name', 'ICD1'],
    row: ['{first}', '{last}', '{dob}', '{mrn}', 'UHC', '{dx}'],
    as: 'csv',
  },
  {
    kinds: ['patient'],
    header: ['Guarantor', 'Patient', 'Last Pmt', '0-30', '30-60', '60-90', '90+', 'Balance'],
    row: ['{listed1}', '{first2}', '{dos}', '{money1}', '{money2}', '0.00', '0.00', '{money3}'],
    as: 'tab',
  },
  {
    kinds: ['member-id', 'patient'],
    header: ['Claim', 'Pt Name', 'Ins ID', 'Service Date', 'Proc', 'Paid'],
    row: ['{serial}', '{LISTED}', '{member}', '{dos}', '{cpt}', '{money}'],
    as: 'pipe',
  },
  {
    kinds: ['patient'],
    header: ['Time', 'Client', 'Therapist', 'Type'],
    row: ['{time}', '{patient}', '{staff}', 'Individual therapy'],
    before: 'Schedule for {day}',
    as: 'table',
  },
  {
    kinds: ['birth-date', 'patient'],
    header: ['NAME', 'BIRTH DATE', 'SEX', 'ATTENDING', 'ADMIT DX'],
    row: ['{LISTED}', '{dob}', 'F', '{stafflast}', '{dx}'],
    as: 'table',
  },
  {
    kinds: ['member-id'],
    header: ['MBI', 'HIPPS', 'Period start', 'Period end', 'Paid'],
    row: ['{mbiplain}', '2CB31', '{dos1}', '{dos2}', '{money}'],
    as: 'csv',
  },
  {
    kinds: ['patient', 'birth-date'],
    header: ['Owner/Insured', 'Patient Name', 'D.O.B.', 'Recall Due', 'Phone'],
    row: ['{patient1}', '{patient2}', '{dob}', '{dos}', '{phone}'],
    as: 'csv',
  },
  {
    kinds: ['ssn'],
    header: ['Resident Name', 'Social Security No.', 'Admission', 'Discharge'],
    row: ['{listed}', '{ssnplain}', '{dos1}', '{dos2}'],
    as: 'table',
  },
  {
    kinds: ['patient', 'record-number'],
    header: ['MR#', 'Patient', 'SOC Date', 'Clinician', 'Discipline'],
    row: ['{mrn}', '{listed}', '{dos}', '{staff}', 'PT'],
    before: 'Active census by clinician',
    as: 'table',
  },
  {
    kinds: ['patient'],
    text: `Quick question on the credit balances. {patient} overpaid for her cataract surgery on {dos} and Medicare also paid, so we owe her {money}. Do refunds to patients reduce the A/R in the purchase price?`,
  },
];
