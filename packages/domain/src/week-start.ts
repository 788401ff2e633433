/** Time zones of American countries that start the week on Monday: Argentina, Chile, Ecuador, and others. */
const mondayInAmerica =
  /^America\/(?:Argentina|Buenos_Aires|Santiago|Punta_Arenas|Coyhaique|Guayaquil|Montevideo|Costa_Rica|Havana|La_Paz|Cayenne|Martinique|Guadeloupe)/;
/** Time zones of other countries where the week starts on Sunday, according to Unicode CLDR. */
const sundayElsewhere =
  /^(?:US\/|Canada\/|Pacific\/(?:Honolulu|Pago_Pago|Guam|Saipan)|Asia\/(?:Tokyo|Seoul|Hong_Kong|Macau|Taipei|Manila|Singapore|Bangkok|Jakarta|Kolkata|Calcutta|Karachi|Dhaka|Kathmandu|Jerusalem|Riyadh|Aden|Phnom_Penh|Vientiane|Yangon)|Africa\/(?:Johannesburg|Nairobi|Harare|Addis_Ababa|Gaborone|Maputo))/;
const saturday =
  /^(?:Africa\/(?:Cairo|Algiers|Tripoli|Khartoum|Djibouti)|Asia\/(?:Dubai|Baghdad|Tehran|Kabul|Kuwait|Qatar|Bahrain|Muscat|Amman|Damascus))/;

/** The first day of the week in the country of a time zone: 1 for Monday to 7 for Sunday. */
export function getFirstWeekday(timeZone: string): number {
  if (saturday.test(timeZone)) return 6;
  const isAmerican = timeZone.startsWith('America/') && !mondayInAmerica.test(timeZone);
  return isAmerican || sundayElsewhere.test(timeZone) ? 7 : 1;
}
