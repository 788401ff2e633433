import type { CoverDesign } from '@handover/contract/posts.ts';

/** Posts about the time before a practice is offered for sale. */
export const postsAboutPreparation: readonly PostText[] = [
  {
    title: 'When is the right time to sell a practice?',
    description: 'Two or three years of preparation usually add more to the price than negotiation does.',
    cover: 'tide',
    lines: [
      'Most owners ask this question when they are already tired, and by then it is late. A buyer pays for the next five years and bases that on the last three.',
      '# Start with the date, not the price',
      'Choose the month when you would like to hand over the keys, and count back. Marketing, diligence, and closing take about a year. Before that, you need two years of clean financials.',
      '- Write down what only you know how to do.',
      '- Train someone else to do one of those things each quarter.',
      '- Renew the lease while you still plan to stay.',
      'None of this commits you to a sale. All of it makes the practice easier to run until you decide.',
    ],
  },
  {
    title: 'Add-backs a buyer believes',
    description: 'A short list with receipts is worth more than a long list with explanations.',
    cover: 'ledger',
    lines: [
      'Add-backs show what an owner really earns, beyond taxable profit. The buyer’s accountant will check each one.',
      '# What buyers will verify',
      '- Your own salary and benefits, from the payroll report.',
      '- A vehicle or phone that you will keep.',
      '- One-time costs with an invoice, such as a flood, a lawsuit, or a move.',
      '# What they reject',
      'Advertising that “did not work,” a spouse who actually does the books, and repairs that come up every year. If you leave these out yourself, buyers will trust the rest of the list.',
    ],
  },
  {
    title: 'The first hundred days before you list',
    description: 'A schedule for the three months before you go to market.',
    cover: 'ridge',
    lines: [
      'A well-prepared practice can answer a buyer’s first twenty questions within a week. Getting there takes about a hundred days and very little money.',
      '# Month one: documents',
      'Gather three years of tax returns and profit-and-loss statements, payer contracts, licenses, the lease with its amendments, and every employment agreement.',
      '# Month two: people',
      'Decide who needs to know, and when. At this stage, that is usually the office manager and the accountant.',
      '# Month three: the story',
      'Write one page on why patients choose the practice, why they stay, and what a new owner could add that you have not.',
    ],
  },
  {
    title: 'What buyers ask about your payer mix',
    description: 'Concentration, rates, and contracts that do not transfer with the practice.',
    cover: 'orbit',
    lines: [
      'Serious buyers look at revenue by payer early. They want to know whether losing one contract could cost a third of the income.',
      'Prepare a table by payer for three years, with visits as well as dollars. Where a rate changed, note when and why.',
      '# Ask about assignment early',
      'Some contracts end with a change of ownership, others need the payer’s consent, and enrollment under a new tax ID takes months. Find out before you sign a letter of intent, because it affects the closing date.',
    ],
  },
  {
    title: 'Your lease is part of the deal',
    description: 'Landlords delay more closings than lenders do. Four clauses to check now.',
    cover: 'bridge',
    lines: [
      'If your lease has eleven months left, a lender sees eleven months of certain income.',
      '- Term and options: lenders want the lease to last as long as the loan.',
      '- Assignment: do you need consent, and can the landlord refuse without a reason?',
      '- Personal guarantee: does it end when you leave?',
      '- Relocation and demolition: can the landlord move you?',
      'Ask for changes a year ahead, while you are a tenant who wants to stay. Once a buyer is waiting, the landlord has more leverage.',
    ],
  },
  {
    title: 'Clean books without a new system',
    description: 'Five habits that shorten diligence.',
    cover: 'ledger',
    lines: [
      'The year of a sale is the wrong time to change accounting systems. Good habits help more than new software.',
      '- Close every month by the tenth.',
      '- Keep personal expenses off the business card.',
      '- Reconcile collections in the practice system with the bank every month.',
      '- File payroll reports where you can find them.',
      '- Add a note to every unusual entry.',
      'When buyers find an explanation next to the first odd number, they check fewer of the others.',
    ],
  },
  {
    title: 'Who knows what: confidentiality in a small town',
    description: 'How to find a buyer without telling patients, staff, and the neighborhood.',
    cover: 'grove',
    lines: [
      'In a town with three dentists, “a dental practice in the county” identifies you. Confidentiality starts with what you leave out of the teaser.',
      'Give a region instead of a town and a range instead of an exact number, and leave out photos of the building. Buyers learn the name after they sign an NDA and show proof of funds.',
      '# Have an answer ready',
      'Someone will ask whether you are selling. “We review all our options every year, like any business” is true, and it is enough.',
    ],
  },
  {
    title: 'Staff stay for reasons you can write down',
    description: 'Retention is worth money to a buyer. How to document it.',
    cover: 'tide',
    lines: [
      'Much of what a buyer pays for is the team. Expect to be asked how many of them will stay after the sale.',
      'Make a table with each person’s role, years with you, hours, and license with its expiration date. Long tenure does not appear on the balance sheet, so show it here.',
      '# Agreements before announcements',
      'Update employment agreements well before the sale. If you present them the week you announce it, the staff will wonder why.',
    ],
  },
  {
    title: 'Equipment: repair, replace, or leave?',
    description: 'A list with ages and service dates helps more than a new machine.',
    cover: 'orbit',
    lines: [
      'Owners often buy equipment before a sale. The price rarely rises by what it cost, because the buyer might have chosen something else.',
      'Replace equipment that stops work when it fails. Repair what is old but useful. Leave upgrades to the next owner.',
      'Then make a list with year, make, model, serial number, last service date, and whether it is owned or leased. Put leases that end with the sale at the top.',
    ],
  },
  {
    title: 'Licenses, enrollments, and the calendar',
    description: 'The dates that decide when a sale can close.',
    cover: 'ridge',
    lines: [
      'A change of ownership has its own calendar. State licenses, provider enrollment, controlled-substance registrations, and accreditations each have a notice period.',
      'List each one with its agency, number, expiration date, and lead time. The longest lead time sets your earliest closing date.',
      'Home health and hospice have rules on how soon after certification an agency can be sold. Ask your attorney about them first.',
    ],
  },
  {
    title: 'What is goodwill, really?',
    description: 'The part of the price that is not equipment, and how you build it.',
    cover: 'grove',
    lines: [
      'Chairs, machines, and inventory each have a price. The rest of what a buyer pays is for patients who are expected to keep coming back.',
      'If patients come to see you, that goodwill is personal. If they come for the practice, it belongs to the business and is easier to transfer. The two are often taxed differently, so ask your accountant early.',
      '- Let patients meet more than one provider.',
      '- Answer the phone with the practice’s name.',
      '- Collect reviews of the team, not only of the owner.',
    ],
  },
  {
    title: 'Selling without retiring',
    description: 'How to stay on as the buyer’s employee, and what to agree on first.',
    cover: 'bridge',
    lines: [
      'Many owners sell because they are done with payroll, not with patients. Buyers like this, because patients are more likely to stay.',
      'Agree on four things in writing: your days, your pay, who makes clinical decisions, and how the arrangement ends. The last one is often left out.',
      'Ask yourself whether you can take direction in a practice you built. For most people, a fixed year with an option to renew works better than an open-ended agreement.',
    ],
  },
];

/** A made-up post. In `lines` a heading begins with `# `, an item of a list with `- `; the rest are paragraphs. */
export type PostText = {
  readonly title: string;
  readonly description: string;
  readonly cover: CoverDesign;
  readonly lines: readonly string[];
};
