export const tagNames = [
  'Owner',
  'Buyer',
  'Dental',
  'Home health',
  'Veterinary',
  'SBA pre-qualified',
  'Retiring',
  'Multi-site',
] as const;

export const noteTexts = [
  'Wants to close before the lease renews in spring. Partner has not been told yet.',
  'Sent the engagement letter draft. Asked for the fee table without minimum; explained why there is one.',
  'Books are on a cash basis. CPA can give accrual statements for the last three years within two weeks.',
  'Prefers a buyer who keeps the staff. Price is second.',
  'Two associates, both under agreement until next year. Covenants look enforceable; counsel to confirm.',
  'Payer mix leans on one commercial plan. Contract assignment needs their consent.',
  'Proof of funds received and checked with the bank.',
  'Equipment list is complete; two chairs are leased.',
  'Asked about seller financing. Open to ten percent on standby.',
] as const;

export const callTexts = [
  'Talked through the valuation range. Expected more; agreed to look at add-backs together.',
  'Left a message about the missing tax return.',
  'Introduced ourselves after the referral. Interested, no hurry, wants to read about the process first.',
  'Walked through the buyer’s questions. Will send the production report by provider.',
] as const;

export const taskTitles = [
  'Call back about the engagement letter',
  'Request three years of tax returns',
  'Check the license expiration with the state board',
  'Prepare the blind teaser',
  'Send the NDA',
  'Schedule a site visit',
  'Review the add-back schedule',
  'Confirm proof of funds',
  'Ask the landlord about assignment',
  'Update the buyer list',
] as const;

export const clientTaskTitle = 'Send us your tax returns for the last three years';

export const notificationTitles = [
  ['mention', 'Jordan Blake mentioned you in a note'],
  ['task.assigned', 'Jordan Blake assigned you a task: Prepare the blind teaser'],
  ['announcement', 'The quarterly multiples table was updated'],
  ['task.assigned', 'Jordan Blake assigned you a task: Confirm proof of funds'],
  ['mention', 'Jordan Blake mentioned you in a note'],
] as const;

export const mailTexts = [
  {
    subject: 'Your valuation range',
    text: 'Thank you for the call. You’ll find how we arrived at the range in your files. Can we go over the add-backs on Thursday?\n\nBest regards',
    answer: 'Thursday at 10 works. My accountant would like to join.',
  },
  {
    subject: 'Documents we still need',
    text: 'We still need three things: your tax return for the year before last, the lease with its options, and the payroll census without names.\n\nBest regards',
    answer: 'The lease is with the landlord for signature. The other two come tomorrow.',
  },
  {
    subject: 'A buyer would like to visit',
    text: 'A group that you approved would like to see the practice, after hours and without the staff. Would either of the next two Fridays work?\n\nBest regards',
    answer: 'The second Friday works, after 6 PM.',
  },
] as const;
