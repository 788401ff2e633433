import type { TemplateValues } from './use-template-mutations.ts';

function createStarter(name: string, subject: string, paragraphs: readonly string[]): TemplateValues {
  const text = ['Hi {{customer.firstName|there}},', ...paragraphs, 'Best regards,', '{{broker.name}}'];
  return { name, subject, html: text.map((line) => `<p>${line}</p>`).join(''), isShared: true };
}

/** Templates that a new workspace can begin with. */
export const starterTemplates: readonly TemplateValues[] = [
  createStarter('First conversation with an owner', 'Selling {{customer.company|your business}}', [
    'Thank you for reaching out to {{workspace.name}}. I would like to learn what matters to you in a sale: timing, price, your staff, and your role afterward.',
    'Do you have 30 minutes for a confidential call this week? Reply with a time that works, or call me at {{broker.phone|the office}}.',
  ]),
  createStarter('Documents we need', 'Documents we need for {{customer.company|your business}}', [
    'To value your business, we need the last three years of tax returns and profit and loss statements, a current balance sheet, your lease, and a list of equipment.',
    'You can upload them in your client portal. Send what you have; we can start with that.',
  ]),
  createStarter('Buyer: NDA before details', 'Next step: sign the NDA', [
    'Thank you for your interest. The business is offered in confidence, so we need a signed NDA and proof of funds before we share its name and financials.',
    'I will send the NDA for you to sign online. Afterward we can set up a call to go over the details.',
  ]),
  createStarter('Checking in', 'Checking in', [
    'It has been a while since we spoke. Have your plans for {{customer.company|your business}} changed?',
    'If you would like an updated opinion of value, I can prepare one. There is no obligation.',
  ]),
];
