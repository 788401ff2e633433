import type { BusinessStage } from '@handover/contract/business-stages.ts';

/** What happens in each stage, for the owner. */
export const saleTexts: Readonly<Record<BusinessStage, string>> = {
  lead: 'Your broker is learning about your business and your goals.',
  valuation: 'We are reviewing your financials to set a price that buyers and lenders will support.',
  engaged: 'The engagement is signed. We are collecting the documents buyers will ask for.',
  packaging: 'We are preparing the blind teaser and the confidential information memorandum.',
  on_market: 'Buyers see an anonymous teaser. We qualify them before sharing your name.',
  under_offer: 'You accepted an offer. The buyer’s conditions are being resolved.',
  sold: 'The sale is closed.',
  withdrawn: 'The sale was withdrawn. It can be resumed.',
  expired: 'The engagement expired without a sale. It can be renewed.',
};
