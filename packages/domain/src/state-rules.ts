/** Whether selling a business in a state needs a broker’s license, a registration, or neither. */
export const brokerLicenseRules = ['license', 'registration', 'none'] as const;
export type BrokerLicenseRule = (typeof brokerLicenseRules)[number];

/** Whether a state has a certificate-of-need program, or other approvals that work like one. */
export const conRules = ['program', 'similar', 'none'] as const;
export type ConRule = (typeof conRules)[number];

/** The input of a deal from the rules of its business's state. */
export type StateConRule = {
  readonly stateName: string;
  readonly con: ConRule;
  /** A calendar date. */
  readonly asOf: string;
};
