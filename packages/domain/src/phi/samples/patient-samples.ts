import type { SampleTemplate } from './sample-values.ts';

/** Texts and tables with health information of patients, as clinics write them. */
export const patientSamples: readonly SampleTemplate[] = [
  {
    kinds: ['patient', 'birth-date', 'member-id'],
    text: `FACSIMILE TRANSMITTAL SHEET
To: {company}   Fax: {phone}
From: Front desk, referral coordination   Pages including cover: 4

RE: {patient}   DOB: {dob}
Insurance: Medicare {mbi}

Please see the attached consult note and most recent labs. Patient has not yet been scheduled. Call {phone2} with questions.
This fax is intended only for the addressee and may be privileged.`,
  },
  {
    kinds: ['patient', 'record-number'],
    text: `Hi Dana,

Thanks for sending the sample chart for the audit. I looked at MRN {mrn} and the note is unsigned. The patient, {patient}, was seen on {dos} and billed {cpt} with {dx}, but the assessment doesn't support it.

Can you have the provider addend it before we put the audit summary in the data room?

{staff}`,
  },
  {
    kinds: ['ssn', 'birth-date'],
    text: `New patient registration

Last name: {last}    First name: {first}    MI: {initial}
Date of birth: {dob}    Sex: F    Marital status: M
SSN: {ssn}
Home phone: {phone}
Emergency contact: {staff}, spouse
Reason for visit: toothache, upper left`,
  },
  {
    kinds: ['patient', 'birth-date'],
    text: `{dos}

Dear Colleague,

Thank you for referring {title}, a pleasant {age}-year-old with a history of hypertension and type 2 diabetes, to our office for evaluation of chronic low back pain. Date of birth {dob}. On exam, straight leg raise was positive on the right. I recommend six weeks of physical therapy followed by MRI if symptoms persist.

Sincerely,
{staff}, MD`,
  },
  {
    kinds: ['patient', 'birth-date', 'record-number'],
    text: `OPERATIVE REPORT
PATIENT NAME: {LISTED}
MEDICAL RECORD NUMBER: {mrn}
DATE OF BIRTH: {dob}
DATE OF PROCEDURE: {dos}
PREOPERATIVE DIAGNOSIS: Medial meniscus tear, right knee.
PROCEDURE: Right knee arthroscopy with partial medial meniscectomy.
ANESTHESIA: General.
INDICATIONS: The patient failed conservative management and elected to proceed.`,
  },
  {
    kinds: ['member-id', 'patient'],
    text: `EXPLANATION OF BENEFITS - THIS IS NOT A BILL
Subscriber: {patient}
Member ID: {member}
Group: 0071823
Provider: {company}
Date of service {dos}   Code {cpt}   Billed {money}   Allowed {money2}   Plan paid {money3}
Your share: {money4}`,
  },
  {
    kinds: ['patient'],
    text: `Morning! Tomorrow's schedule for Op 2 before I forget:
8:00 {patient1} - crown seat #14
9:30 {patient2} - SRP LR/LL
11:00 {patient3} - new pt exam, FMX
2:00 {patient4} - ext #32

Lab case for {last1} is not back yet.`,
  },
  {
    kinds: ['patient'],
    text: `Just a heads-up before your call with the buyer. {title} came in again {day} for her infusion and told the nurse she had been diagnosed with MS in the spring. She is upset about the sale and wants to move her care elsewhere.

The rest of the staff is fine.
{staff}`,
  },
  {
    kinds: ['birth-date', 'patient'],
    text: `> On Tue, {staff} wrote:
> Which claim is it that BCBS keeps kicking back?

it's {lower} dob {dobshort}, dos {dos}, they say no auth on file for the {cpt}. i resubmitted twice. can you look when you get in`,
  },
  {
    kinds: ['patient'],
    text: `Follow-up on the denial you asked about: pt {patient} had a total knee replacement on {dos}. Dx {dx}. Aetna denied as not medically necessary, appeal due {day}. I attached the op note.`,
  },
  {
    kinds: ['member-id'],
    text: `Eligibility check for tomorrow's intake. Medicare number {mbiplain}, Part A effective 2019, Part B effective 2019, hospice benefit period 2. No MSP on file. Please verify before the nurse goes out.`,
  },
  {
    kinds: ['member-id', 'birth-date'],
    text: `Prior authorization request
Plan: State Medicaid managed care
Medicaid ID {medicaid}
Beneficiary DOB {dob}
Requested: 97153, 40 units weekly, 26 weeks
Ordering provider NPI {npi}
Clinical notes attached.`,
  },
  {
    kinds: ['patient', 'record-number'],
    text: `Superbill
{company}   Tax ID {ein}
Patient: {listed}      Acct #: {mrn}
DOS: {dos}             Provider: Dr. {stafflast}
[x] {cpt} Office visit, established   {money}
[x] 36415 Venipuncture                {money2}
ICD-10: {dx}
Copay collected: $30.00   Balance: {money3}`,
  },
  {
    kinds: ['ssn', 'patient'],
    text: `I am trying to close out probate on one of our old accounts receivable. The resident was {patient}, social security number {ssn}, and she lived with us in the skilled unit until {dos}. The family says Medicaid pending was never finished. Should this balance be on the schedule for the buyer?`,
  },
  {
    kinds: ['patient', 'birth-date'],
    text: `DISCHARGE SUMMARY
Name: {patient}    Age: {age}    Born: {dob}
Admitted: {dos}
Discharge diagnosis: acute on chronic systolic heart failure
Hospital course: Diuresed with IV furosemide, weight down 4 kg. Echo with EF of 30%.
Discharge medications: carvedilol 6.25 mg twice daily, lisinopril 10 mg daily.`,
  },
  {
    kinds: ['patient'],
    text: `Incident log for the state survey, since counsel asked what the open item is: Resident {patient}, room 14B, had an unwitnessed fall on {dos} with a hip fracture and was sent to the ED. Family and physician were notified the same day. The plan of correction was accepted in June.`,
  },
  {
    kinds: ['patient', 'record-number', 'birth-date'],
    header: ['Patient Name', 'DOB', 'MRN', 'Primary Dx', 'Last Visit'],
    row: ['{listed}', '{dob}', '{mrn}', '{dx}', '{dos}'],
    before: 'Attached is the active panel you asked for, straight from the EHR.',
    as: 'csv',
  },
  {
    kinds: ['patient'],
    header: ['Patient', 'Current', '31-60', '61-90', '91-120', 'Over 120', 'Total'],
    row: ['{listed}', '{money1}', '{money2}', '0.00', '0.00', '0.00', '{money3}'],
    before: 'A/R AGING SUMMARY BY PATIENT\nAs of {dos}',
    as: 'tab',
  },
  {
    kinds: ['patient', 'birth-date', 'record-number'],
    header: ['PatNum', 'LName', 'FName', 'Birthdate', 'PriProv', 'BalTotal'],
    row: ['{chart}', '{last}', '{first}', '{dob}', 'DOC1', '{money}'],
    as: 'table',
  },
  {
    kinds: ['patient', 'record-number'],
    header: ['Appt Date', 'Time', 'Chart #', 'Patient', 'Reason', 'Provider'],
    row: ['{dos}', '{time}', '{chart}', '{patient}', 'Recall', 'Dr. {stafflast}'],
    as: 'table',
  },
  {
    kinds: ['member-id', 'birth-date'],
    header: ['Subscriber Name', 'Subscriber ID', 'Date of Birth', 'Payer', 'Eligibility'],
    row: ['{patient}', '{member}', '{dob}', 'Cigna', 'Active'],
    as: 'table',
  },
  {
    kinds: ['patient'],
    header: ['Resident', 'Room', 'Admit Date', 'Primary Diagnosis', 'Payer'],
    row: ['{listed}', '{count}A', '{dos}', '{dx}', 'Medicaid'],
    before: 'Daily census\nFacility: {company}',
    as: 'csv',
  },
  {
    kinds: ['ssn', 'birth-date'],
    header: ['acct_no', 'last_name', 'first_name', 'dob', 'ssn', 'pri_ins_id'],
    row: ['{mrn}', '{last}', '{first}', '{dob}', '{ssn}', '{member}'],
    as: 'csv',
  },
  {
    kinds: ['patient'],
    header: ['Rx Number', 'Patient Name', 'Drug', 'Qty', 'Fill Date', 'Copay'],
    row: ['{serial}', '{LISTED}', 'METFORMIN 500MG TAB', '60', '{dos}', '{money}'],
    as: 'pipe',
  },
  {
    kinds: ['patient', 'birth-date'],
    text: `CHIEF COMPLAINT: Cough.
HPI: {first} {last} is a {age} y/o male, DOB {dobshort}, who presents with three days of productive cough and low-grade fever. He denies chest pain. PMH is significant for COPD and GERD.
PLAN: Azithromycin, chest film, return in one week.`,
  },
  {
    kinds: ['patient'],
    text: `Please stop the statement run for the {last} account. {patient} called about his $412 balance from the {dos} colonoscopy and says the anesthesia was out of network. I told him we would appeal with his insurance and hold collections. This is one of the credit balances on the list we gave your accountant.`,
  },
];
