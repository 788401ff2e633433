import type { PostText } from './posts-about-preparation.ts';

/** Posts about buyers, offers, and closings. */
export const postsAboutDeals: readonly PostText[] = [
  {
    title: 'How to read a letter of intent',
    description: 'Price is only one of the terms. The rest decide how much of it you keep.',
    cover: 'ledger',
    lines: [
      'Most of a letter of intent is not binding. The exclusivity clause usually is, and it keeps you from talking to any other buyer while it runs.',
      '- How much is paid at closing, how much later, and on what conditions?',
      '- Do you leave working capital in the business, and how much?',
      '- How long does exclusivity last, and what ends it early?',
      '- What do you indemnify after closing, and up to what amount?',
      'Negotiate these points before you sign. Once exclusivity starts, the buyer has no competition and you have less leverage.',
    ],
  },
  {
    title: 'Asset sale or stock sale?',
    description: 'The same price can leave you with very different amounts after tax.',
    cover: 'orbit',
    lines: [
      'In an asset sale, the buyer purchases the assets listed in the agreement, and you keep the company and most of its liabilities. In a stock sale, the buyer takes over the company with its full history.',
      'Buyers usually prefer assets because they can depreciate them again and leave old liabilities behind. Sellers often prefer stock, for tax reasons and because contracts and enrollments may stay in place.',
      'Both positions are reasonable. Have your CPA run both after tax before you negotiate price.',
    ],
  },
  {
    title: 'Earn-outs: promises with a formula',
    description: 'When a deferred price makes sense, and how to avoid a dispute over it.',
    cover: 'tide',
    lines: [
      'An earn-out helps when you and the buyer disagree about the next two years. If your forecast is right, you are paid more.',
      'It works when the measure is simple and you can still influence it. Collections are easy to measure. Profit is not, once the buyer allocates its own overhead to your practice.',
      '- One measure, taken from a report you already run.',
      '- A short period, two years at most.',
      '- The right to see the numbers, with a due date for each report.',
    ],
  },
  {
    title: 'What lenders want to see from your buyer',
    description: 'If you know how the loan is approved, you know which offer is likely to close.',
    cover: 'bridge',
    lines: [
      'Most individual buyers borrow, so their offer depends on the loan. Ask how it will be financed before you compare prices.',
      'Lenders look at experience in the field, cash for the down payment, credit, and whether the practice’s cash flow covers the debt with a margin.',
      'A buyer with a prequalification letter from a healthcare lender has already cleared the first of those checks.',
    ],
  },
  {
    title: 'Corporate buyers and the person behind the desk',
    description: 'Groups buy differently. What changes for you, your staff, and your patients.',
    cover: 'grove',
    lines: [
      'A group compares your practice with dozens of others on the same spreadsheet. The process is fast, and the questions are standard.',
      'Expect part of the price in equity, an employment agreement, and a move to the group’s systems within a year. Ask to speak with two owners who sold to the group three years ago.',
      'Ask them about their second year, when the integration was over and the new routines were in place.',
    ],
  },
  {
    title: 'Diligence without drama',
    description: 'Sixty days of questions go better with a data room, a list, and one person in charge.',
    cover: 'ridge',
    lines: [
      'Diligence drags on because questions go unanswered. Prepare the documents before you have a buyer, and you can save weeks.',
      '- One index with a number for each document.',
      '- One person who answers, with a fixed day each week for answers.',
      '- No patient names in any document.',
      'Disclose problems early. A buyer can price an issue you disclose, and may walk away from one they find on their own.',
    ],
  },
  {
    title: 'Patient records in a sale',
    description: 'Who keeps them, who may see them, and when: a short overview.',
    cover: 'tide',
    lines: [
      'Before closing, a buyer needs numbers about patients but no patient names. Counts by age, payer, procedure, and referral source are enough to value the practice.',
      'The purchase agreement names a custodian, a retention period that meets your state’s rules, and your right to see records for as long as a claim can still be filed.',
      'Plan the patient notice with the buyer, and send it when state law requires, which may be before closing.',
    ],
  },
  {
    title: 'Why deals fail in the last month',
    description: 'Five reasons we see again and again, and how to prevent them.',
    cover: 'orbit',
    lines: [
      'Few deals fail over price. Most fail because of something that comes up late.',
      '- The landlord is the last to find out.',
      '- Year-to-date results fall short of the forecast.',
      '- Payer enrollment takes two months longer than planned.',
      '- A key employee hears about the sale from someone else.',
      '- The seller is not ready to sell.',
      'A checklist takes care of the first four. Talk through the fifth with your family and your accountant before you list the practice.',
    ],
  },
  {
    title: 'Working capital, explained over coffee',
    description: 'What stays in the business at closing, and why the agreement sets a target.',
    cover: 'ledger',
    lines: [
      'A buyer expects to open the next morning without adding cash first. Working capital is what it takes to do that.',
      'In small asset sales, the seller often keeps the receivables and pays the debts, so the question rarely comes up. In larger sales, the parties set a target based on the past year’s average, and the price is adjusted for any difference at closing.',
      'Ask early which approach the buyer has in mind. The difference can be a month of collections.',
    ],
  },
  {
    title: 'Seller financing: a note to your own buyer',
    description: 'It brings in more buyers and adds risk. What to ask for before you agree.',
    cover: 'bridge',
    lines: [
      'A seller note for about a tenth of the price shows that you believe in the practice. Lenders like that, and some require it.',
      'Know the terms: the note is usually subordinate to the bank, and sometimes there are no payments for two years or more. Ask for annual financial statements, a personal guarantee, and a say in any resale.',
      'Do not finance more than you can afford to wait for.',
    ],
  },
  {
    title: 'The week after closing',
    description: 'Keys, letters, passwords, and a first meeting with the team.',
    cover: 'grove',
    lines: [
      'The wire has arrived, and patients are still calling. Your staff will judge the sale by how this week goes.',
      '- Tell the team together, with the buyer in the room.',
      '- Give the buyer a list of passwords, and stay until each one is changed.',
      '- Send the letters you agreed on to patients and referral sources.',
      '- Be there on Monday morning to introduce the buyer, and leave at noon.',
      'Then take the vacation you have been putting off.',
    ],
  },
];
