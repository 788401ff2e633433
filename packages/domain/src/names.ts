const companyWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${[
    String.raw`l\.?l\.?c|p\.?l\.?l\.?c|l\.?l\.?p|inc|incorporated|corp|corporation|company|co|ltd|limited|p\.?c|gmbh|mbh|a\.?g|b\.?v|s\.?a|s\.?l|s\.?r\.?l|s\.?a\.?s|sarl|sp\. z o\.?o|pty|plc|oy|a\/s|aps|kft|d\.?o\.?o`,
    'pharmac(?:y|ies)|drugs?|drugstores?|rx|apothecary|apotheke|pharmacie|farmacia|chemists?|supermarkets?|markets?|stores?|wholesale|supply|supplies',
    'hospitals?|infirmary|clinics?|clinica|clínica|clinique|klinik|praxis|zahnarztpraxis|\\p{L}+praxis|\\p{L}+klinik|\\p{L}+zentrum|zentrum|cabinet|studio|centers?|centres?|centro|ctr|medical|healthcare|health|dental|dentistry|dentists|orthodontics|endodontics|periodontics|surgical|surgery|surgeons|hospice|nursing|rehab|rehabilitation|therap(?:y|ies)|wellness|physicians|laborator(?:y|ies)|labs?|imaging|radiology|oncology|pediatrics|care',
    'associates|assoc|group|partners|partnership|services|svcs|systems?|solutions|holdings|enterprises|industries|institute|foundation|trust|university|college|school|department|dept|county of|city of|state of|memorial|network|practice|agency|authority|ministry|association',
  ].join('|')})(?![\p{L}\p{N}])`,
  'iu',
);

const credentials =
  /^(?:m\.?d|d\.?o|d\.?d\.?s|d\.?m\.?d|p\.?t|d\.?p\.?t|o\.?d|d\.?p\.?m|d\.?c|r\.?n|n\.?p|p\.?a|pa-c|ph\.?d|pharm\.?d|r\.?ph|b\.?d\.?s|m\.?s|m\.?b\.?a|f\.?n\.?p|l\.?p\.?n|o\.?t|c\.?p\.?a|esq)\.?$/i;

/** Company words that are also family names. */
const familyNames = /^(?:care|college|market|school|trust)$/i;

/** Common given names of the United States that are rarely family names. A choice, not a published list. */
const givenNames = new Set(
  `robert john michael david william richard joseph christopher charles daniel matthew anthony mark donald steven andrew
  paul joshua kenneth kevin brian timothy ronald jason edward jeffrey ryan jacob nicholas gary eric jonathan stephen larry
  justin brandon benjamin samuel patrick jerry mary patricia jennifer linda elizabeth barbara susan jessica karen sarah
  lisa nancy sandra betty ashley emily kimberly margaret donna michelle carol amanda melissa deborah stephanie rebecca
  sharon laura cynthia dorothy amy kathleen angela shirley emma brenda pamela nicole anna samantha katherine christine
  debra rachel carolyn janet maria catherine heather diane`.split(/\s+/),
);

/** Whether a text looks like the name of a company rather than of a person: "CVS ALBANY LLC", "Stop & Shop #123". */
export function isCompanyName(text: string): boolean {
  return (companyWords.test(text) || /#|&|\d{3}/.test(text)) && !isPersonName(text);
}

/** A given name and a company word that is a family name: "John Care", "Mary A. Market". */
function isPersonName(text: string): boolean {
  const [, given = '', family = ''] = /^(\p{L}+)(?: \p{L}\.?)? (\p{L}+)$/u.exec(text.trim()) ?? [];
  return givenNames.has(given.toLowerCase()) && familyNames.test(family);
}

export type ListedName = {
  readonly name: string;
  /** A credential after the name. */
  readonly title: string | undefined;
};

/**
 * A person from a list with the family name first: "DOE, JANE M, DDS" → "JANE M DOE", "DOE, JOHN JR." → "JOHN DOE JR.".
 * Null for anything else.
 */
export function parseListedName(text: string): ListedName | null {
  const [family = '', given = '', title, ...others] = text.split(',').map((part) => part.trim());
  const isListed =
    others.length === 0 &&
    isShortName(family, 4) &&
    isShortName(given, 4) &&
    !isSuffix(given) &&
    !credentials.test(given) &&
    (title === undefined || credentials.test(title)) &&
    !isCompanyName(familyNames.test(family) ? given : text);
  if (!isListed) return null;
  const [, first = given, suffix] = /^(.+) (\S+)$/.exec(given) ?? [];
  const isOfSuffix = suffix !== undefined && isSuffix(suffix);
  return { name: isOfSuffix ? `${first} ${family} ${suffix}` : `${given} ${family}`, title };
}

function isShortName(text: string, maxWords: number): boolean {
  return /^[\p{L}\p{M}'’. -]+$/u.test(text) && text.split(' ').length <= maxWords;
}

function isSuffix(text: string): boolean {
  return /^(?:jr|sr|ii|iii|iv)\.?$/i.test(text);
}
