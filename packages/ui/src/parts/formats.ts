const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A format for American English. Cached, because creating one takes a hundred times as long as using it. */
export function getDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return getOrBuild(dateFormats, JSON.stringify(options), () => new Intl.DateTimeFormat('en', options));
}

/** Like `getDateFormat`, for numbers. */
export function getNumberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return getOrBuild(numberFormats, JSON.stringify(options), () => new Intl.NumberFormat('en', options));
}

/** Like `getDateFormat`, for amounts of a currency. `isPrice` omits cents that are zero. */
export function getMoneyFormat(currency: string, { isPrice }: { isPrice: boolean }): Intl.NumberFormat {
  return getNumberFormat({
    style: 'currency',
    currency,
    ...(isPrice && { trailingZeroDisplay: 'stripIfInteger' }),
  });
}

function getOrBuild<Format>(formats: Map<string, Format>, key: string, build: () => Format): Format {
  const format = formats.get(key) ?? build();
  formats.set(key, format);
  return format;
}
