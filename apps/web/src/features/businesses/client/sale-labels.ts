import type { BusinessStage } from '@handover/contract/business-stages.ts';

/** What happens in each stage, for the owner. */
export const saleTexts: Readonly<Record<BusinessStage, string>> = {
  lead: 'Your broker gets to know your business and what you have in mind.',
  valuation: 'Your figures are worked through for a price that buyers and their banks can follow.',
  engaged: 'The engagement is signed. What buyers will ask for is being gathered.',
  packaging: 'The anonymous teaser and the confidential memorandum are being written.',
  on_market: 'Buyers see an anonymous teaser. Those who ask are checked before they learn your name.',
  under_offer: 'A buyer’s offer is accepted. Its conditions are being worked through.',
  sold: 'The sale is closed.',
  withdrawn: 'The sale has been stopped. It can be taken up again.',
  expired: 'The engagement has ended without a sale. It can be renewed.',
};
