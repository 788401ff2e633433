import type { ReactElement } from 'react';

const timeZones = Intl.supportedValuesOf('timeZone');
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency');

/** Time zones by name; the one that is chosen may have a name that the browser does not list. */
export function TimeZoneOptions({ chosen }: { chosen: string }): ReactElement[] {
  return [...new Set([chosen, ...timeZones])].map((zone) => <option key={zone}>{zone}</option>);
}

export function CurrencyOptions(): ReactElement[] {
  return currencies.map((code) => (
    <option key={code} value={code}>
      {code} – {currencyNames.of(code)}
    </option>
  ));
}
