import type { CoverDesign } from '@handover/contract/posts.ts';

/** On the time before a practice is offered. */
export const textsOnPreparing: readonly PostText[] = [
  {
    title: 'When is the right time to sell a practice?',
    description: 'Two or three years of calm preparation are worth more than the best negotiator.',
    cover: 'tide',
    lines: [
      'Most owners ask the question when they are tired. That is human, and it is late. A buyer pays for the next five years, and reads them off the last three.',
      '# Start from the date, not from the price',
      'Choose the month in which you would like to stop carrying the keys, and count back. A year goes to marketing, diligence, and closing. Before it come two sets of clean annual figures.',
      '- Write down what only you know how to do.',
      '- Hand one of those things to someone else each quarter.',
      '- Renew the lease while you still plan to stay.',
      'Nothing on that list commits you to a sale. All of it makes the practice easier to own in the meantime.',
    ],
  },
  {
    title: 'Add-backs a buyer believes',
    description: 'Why a short list with receipts beats a long list with good arguments.',
    cover: 'ledger',
    lines: [
      'Add-backs turn taxable profit into what an owner really earns. Each one is a claim, and each claim meets an accountant on the other side.',
      '# What buyers will verify',
      '- The owner’s own salary and benefits, from the payroll report.',
      '- A vehicle or a phone that leaves with the owner.',
      '- One-time costs with an invoice: a flood, a lawsuit, a move.',
      '# What does not',
      'Marketing that “did not work”, a family member who really does the books, repairs that come every year. Striking these yourself costs less than having them struck for you.',
    ],
  },
  {
    title: 'The first hundred days before you list',
    description: 'A plain schedule for the three months in which most deals are won or lost.',
    cover: 'ridge',
    lines: [
      'A practice that is ready answers the first twenty questions of a buyer within a week. That takes about a hundred days to arrange, and very little money.',
      '# Month one: papers',
      'Gather three years of tax returns and profit-and-loss statements, payer contracts, licenses, the lease with its amendments, and every agreement with staff.',
      '# Month two: people',
      'Decide who has to know, and when. Usually that is the office manager and the accountant, and no one else yet.',
      '# Month three: the story',
      'Write one page on why patients come, why they stay, and what a new owner could do that you chose not to.',
    ],
  },
  {
    title: 'What buyers ask about your payer mix',
    description: 'Concentration, rates, and the contracts that do not move with the practice.',
    cover: 'orbit',
    lines: [
      'Revenue by payer is the second page that every serious buyer turns to. They look for dependence: one contract that could take a third of the income with it.',
      'Bring a table by payer for three years, with visits beside dollars. Where a rate changed, say when and why.',
      '# Assignment is the quiet question',
      'Some contracts end with a change of ownership, others need consent, and enrollment under a new tax ID takes months. Find out before you sign a letter of intent, since it decides the closing date.',
    ],
  },
  {
    title: 'Your lease is part of the deal',
    description: 'Landlords delay more closings than lenders. Four clauses to read tonight.',
    cover: 'bridge',
    lines: [
      'A practice with eleven months left on its lease has, to a lender, eleven months of certain income.',
      '- Term and options: lenders like the loan’s term to be covered.',
      '- Assignment: is consent needed, and may it be withheld without a reason?',
      '- Personal guarantee: does it end when you leave?',
      '- Relocation and demolition: can the landlord move you?',
      'Ask for the changes a year ahead, as a tenant who wants to stay. It is a poor moment to ask when a buyer is waiting.',
    ],
  },
  {
    title: 'Clean books without a new system',
    description: 'Five habits that make diligence boring, which is the best thing it can be.',
    cover: 'ledger',
    lines: [
      'No one changes their accounting in the year of a sale and is glad of it. Habits do more than software.',
      '- Close every month by the tenth.',
      '- Keep private costs off the business card altogether.',
      '- Reconcile the practice system’s collections with the bank, each month.',
      '- File payroll reports where they can be found.',
      '- Write a line beside everything unusual.',
      'A buyer who finds the explanation before asking for it stops looking for more.',
    ],
  },
  {
    title: 'Who knows what: confidentiality in a small town',
    description: 'How to look for a buyer without telling patients, staff, and the neighborhood.',
    cover: 'grove',
    lines: [
      'In a town with three dentists, “a dental practice in the county” is a name. Confidentiality begins with what the teaser leaves out.',
      'State a region instead of a town, a range instead of a figure, and no photograph of the door. The name follows after a signed agreement and a look at the buyer’s means.',
      '# Have the sentence ready',
      'Someone will ask. “We look at all our options every year, as every business should” is true, and it is enough.',
    ],
  },
  {
    title: 'Staff stay for reasons you can write down',
    description: 'Retention is worth money to a buyer. Here is how to show it.',
    cover: 'tide',
    lines: [
      'The value of a practice walks out of the door at six every evening. Buyers know that, and ask how many come back.',
      'Make a table: role, years with you, hours, license and its expiration. A team with long tenure is an asset that no balance sheet shows.',
      '# Agreements before announcements',
      'Bring employment agreements up to date long before the sale. Presented in the week of the news, they look like what they are.',
    ],
  },
  {
    title: 'Equipment: repair, replace, or leave?',
    description: 'A list with ages and service dates does more than a new machine.',
    cover: 'orbit',
    lines: [
      'Owners like to buy a machine before they sell. It seldom comes back in the price, because the buyer would have chosen another one.',
      'Replace what stops work when it fails. Repair what is merely old. Leave what the next owner will want to choose.',
      'Then write the list: make, year, serial number, last service, owned or leased. Leases that end with a sale belong at the top of it.',
    ],
  },
  {
    title: 'Licenses, enrollments, and the calendar',
    description: 'The dates that decide when a closing can happen at all.',
    cover: 'ridge',
    lines: [
      'A change of ownership has a calendar of its own. State licenses, provider enrollment, controlled-substance registrations, and accreditations each have a notice period.',
      'Put them in one list with authority, number, expiration, and lead time. The longest lead time is the earliest closing.',
      'Home health and hospice have rules on how soon after certification an agency can be sold. Ask your attorney about them first, not last.',
    ],
  },
  {
    title: 'What is goodwill, really?',
    description: 'The part of the price that no one can touch, and how it is earned.',
    cover: 'grove',
    lines: [
      'Chairs, machines, and inventory have prices. The rest of what a buyer pays is the expectation that patients go on coming.',
      'That expectation is personal where patients come for you, and belongs to the enterprise where they come for the place. The second kind transfers, and often it is taxed differently too: ask your accountant early.',
      '- Let patients meet more than one provider.',
      '- Answer the phone with the practice’s name.',
      '- Keep reviews of the team, not only of the owner.',
    ],
  },
  {
    title: 'Selling without retiring',
    description: 'Staying on as an employee of the buyer: what works and what to settle first.',
    cover: 'bridge',
    lines: [
      'Many owners sell to stop doing payroll, not to stop seeing patients. Buyers welcome it, since continuity is what they pay for.',
      'Settle four things in writing: days, pay, who decides clinical questions, and how it ends. The last one is the one people leave out.',
      'Be honest with yourself about taking instructions in rooms that you built. A fixed year with an option suits more people than an open end.',
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
