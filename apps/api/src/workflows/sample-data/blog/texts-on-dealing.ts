import type { PostText } from './texts-on-preparing.ts';

/** On buyers, offers and closings. */
export const textsOnDealing: readonly PostText[] = [
  {
    title: 'How to read a letter of intent',
    description: 'Price is one line of it. The others decide what you keep.',
    cover: 'ledger',
    lines: [
      'A letter of intent binds you to little and commits you to much: most include a period in which you may not talk to anyone else.',
      '- How much is paid at closing, how much later, and on what condition?',
      '- Is working capital left in, and how much?',
      '- How long is exclusivity, and what ends it?',
      '- Who pays for what goes wrong after closing, and up to what sum?',
      'Negotiate these before signing. You will never have more leverage than the day before exclusivity.',
    ],
  },
  {
    title: 'Asset sale or stock sale?',
    description: 'The same price can mean very different sums in your hand.',
    cover: 'orbit',
    lines: [
      'In an asset sale the buyer takes what they list and leaves the company, with its history, to you. In a stock sale they take the company with its full history.',
      'Buyers prefer assets: a fresh start for depreciation and liabilities. Sellers often prefer stock, for tax and because contracts and enrollments may stay in place.',
      'Neither side is wrong. Have both computed after tax before you argue about the price.',
    ],
  },
  {
    title: 'Earn-outs: promises with a formula',
    description: 'When a deferred price makes sense, and how to keep it out of court.',
    cover: 'tide',
    lines: [
      'An earn-out bridges two views of the future: you are paid more if the future is yours.',
      'It works where the measure is simple and where you can still influence it. Collections are simple. Profit under the buyer’s own cost allocation is not.',
      '- One measure, taken from a report that exists today.',
      '- A short period, two years at most.',
      '- The right to see the figures, and a date on which they are due.',
    ],
  },
  {
    title: 'What lenders want to see from your buyer',
    description: 'Knowing how a loan is approved tells you which offer will close.',
    cover: 'bridge',
    lines: [
      'Most individual buyers borrow. An offer is as good as the loan behind it, so ask about the loan before you admire the price.',
      'Lenders look at experience in the field, cash for the deposit, credit, and whether the practice’s income covers the debt with room to spare.',
      'A buyer who arrives with a letter from a lender who knows healthcare has done half the work for you.',
    ],
  },
  {
    title: 'Corporate buyers and the person behind the desk',
    description: 'Groups buy differently. What changes for you, your staff, and your patients.',
    cover: 'grove',
    lines: [
      'A group compares your practice with forty others in a spreadsheet. That makes the process quick, and the questions standard.',
      'Expect part of the price in shares of the group, an employment agreement, and a transition to their systems within a year. Ask to speak with two owners who sold to them three years ago.',
      'What they say about the second year tells you more than the presentation.',
    ],
  },
  {
    title: 'Diligence without drama',
    description: 'Sixty days of questions go better with a data room, a list, and one person in charge.',
    cover: 'ridge',
    lines: [
      'Diligence is long because questions wait for answers. Prepare the folder before the buyer exists and the same work takes weeks less.',
      '- One index with a number for each document.',
      '- One person who answers, and one day a week for answering.',
      '- Nothing with a patient’s name in it, ever.',
      'Tell the bad news first. A problem that you disclose is a price; one that they find is a reason to leave.',
    ],
  },
  {
    title: 'Patient records in a sale',
    description: 'Who keeps them, who may see them, and when. The short version.',
    cover: 'tide',
    lines: [
      'Before closing, a buyer needs figures about patients and no patients. Counts by age, by payer, by procedure, and by referrer say all that a valuation needs.',
      'At closing the agreement names a custodian, a retention period by your state’s rule, and your access to records for the years in which you can still be asked about them.',
      'Plan the letter to patients together with the buyer, and send it when state law says, which is not always after closing.',
    ],
  },
  {
    title: 'Why deals fail in the last month',
    description: 'Five reasons we see again and again, and what would have prevented each.',
    cover: 'orbit',
    lines: [
      'Few deals die over price. They die of surprises that come late.',
      '- A landlord who learns of it last.',
      '- Figures of the current year that are weaker than the forecast.',
      '- An enrollment that takes two months longer than planned.',
      '- A key employee who hears it from someone else.',
      '- A seller who finds, at the table, that they did not want to sell.',
      'The first four are a matter of a list. The fifth deserves an honest evening before the first one is called.',
    ],
  },
  {
    title: 'Working capital, explained over coffee',
    description: 'What stays in the register at closing, and why there is a target for it.',
    cover: 'ledger',
    lines: [
      'A buyer expects to open the door the next morning without paying in money first. What it takes to do so is working capital.',
      'In small asset sales the seller often keeps receivables and debts and the question hardly arises. In larger ones a target is set from the average of the last year, and the price moves by the difference.',
      'Ask early which of the two you are in. It can be worth a month of collections.',
    ],
  },
  {
    title: 'Seller financing: a note to your own buyer',
    description: 'It widens the field and it is a risk. How to take it with open eyes.',
    cover: 'bridge',
    lines: [
      'A seller’s note of a tenth or so of the price says that you believe in the practice. Lenders like it, and some ask for it.',
      'Know where you stand: usually behind the bank, sometimes without payments for two years. Ask for the financial statements, a personal guarantee, and a say if the practice is sold on.',
      'Do not lend what you cannot afford to wait for.',
    ],
  },
  {
    title: 'The week after closing',
    description: 'Keys, letters, passwords, and a cup of coffee with the team.',
    cover: 'grove',
    lines: [
      'The wire has arrived and the phone still rings. The first week decides how the staff will remember the whole sale.',
      '- Tell the team together, with the buyer in the room.',
      '- Hand over passwords from a list, and watch them being changed.',
      '- Send the letters to patients and referrers that you agreed on.',
      '- Be there on Monday, and leave at noon.',
      'And then take the vacation that you have put off since the practice opened.',
    ],
  },
];
