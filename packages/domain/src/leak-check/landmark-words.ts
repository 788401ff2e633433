export const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));
export const nearUnits = set(
  'block blocks blk blks step steps door doors yard yards foot feet ft house houses light lights stoplight stoplights exit exits intersection storefront storefronts',
);
export const farUnits = new Map([
  ...'mile miles mi'.split(' ').map((unit) => [unit, 5] as const),
  ...'kilometer kilometers km'.split(' ').map((unit) => [unit, 8] as const),
  ...'minute minutes min mins'.split(' ').map((unit) => [unit, 10] as const),
  ...'meter meters metres m'.split(' ').map((unit) => [unit, 5000] as const),
]);
export const landmarks = set(
  'hospital courthouse mall university college campus stadium arena capitol cathedral church temple mosque synagogue school library airport station museum zoo theater theatre park square plaza monument memorial bridge tower fort market post ballpark fairgrounds cemetery shopping station tram subway ferry terminal depot aquarium galleria casino marina speedway lighthouse observatory walmart target costco heb starbucks mcdonalds',
);
export const roads = set('exit interstate highway hwy i route loop toll tollway us sr fm');
export const generic = set(
  'downtown city town metro metropolitan area center coast coastline beach beaches water ocean lake lakes river mountains border line highway highways freeway freeways interstate interstates transit road roads suburbs region state nearest closest market uptown university',
);
export const insurers = set(
  'medicare medicaid sba cpa hipaa ppo hmo medi-cal tricare midwest northeast southeast southwest northwest south north east west hill country central coast sun belt',
);
/** Payers that a practice names without a place in mind: "next to Delta Dental, Guardian is the largest". */
export const payers = set(
  'delta blue aetna anthem cigna guardian humana metlife optum cvs unitedhealthcare united medicare medicaid',
);
export const indefinite = set(
  'a an any several multiple two three four five many major other another large local regional some numerous',
);

const phrases = [
  'across from',
  'across the street from',
  'across the road from',
  'across the parking lot from',
  'down the hall from',
  'anchored by',
  'directly across from',
  'catty corner from',
  'kitty corner from',
  'kitty corner to',
  'catty corner to',
  'next to',
  'next door to',
  'adjacent to',
  'opposite',
  'opposite from',
  'right behind',
  'behind',
  'beside',
  'around the corner from',
  'a stone s throw from',
  'stone s throw from',
  'in the shadow of',
  'overlooking',
  'overlooks',
  'facing',
  'in front of',
  'down the street from',
  'down the road from',
  'up the street from',
  'within sight of',
  'within walking distance of',
  'walking distance to',
  'walking distance from',
  'walking distance of',
  'on the campus of',
  'steps from',
  'steps away from',
  'short walk from',
  'walk from',
  'in the same plaza as',
  'same plaza as',
  'same building as',
  'in the same shopping center as',
  'inside the former',
  'in the former',
  'in the same center as',
  'in the same building as',
  'in the same lot as',
  'shares a parking lot with',
  'shares a building with',
  'in',
  'minutes from',
  'right by',
  'close to',
  'just off',
  'just past',
  'just south of',
  'just north of',
  'just east of',
  'just west of',
  'alongside',
  'near',
  'nearby',
  'by',
  'at',
  'inside',
  'abutting',
  'abuts',
  'adjoining',
  'adjoins',
  'bordering',
  'borders',
  'faces',
  'backs up to',
  'between',
  'on the corner of',
  'at the corner of',
  'corner of',
  'at the intersection of',
  'intersection of',
  'backs onto',
  'backs on to',
  'backing onto',
  'backing up to',
  'looks onto',
  'looks out on',
  'looks out onto',
  'looks out over',
  'a short walk to',
  'short walk to',
  'easy walk to',
  'easy walk from',
  'short stroll from',
  'short stroll to',
  'diagonal from',
  'diagonally across from',
  'upstairs from',
  'downstairs from',
  'flanked by',
  'bordered by',
  'sandwiched between',
  'shares a wall with',
  'shares parking with',
  'shares its parking lot with',
  'shares its building with',
  'shares an entrance with',
  'shares a lobby with',
  'on the same block as',
  'same block as',
  'same street as',
  'same campus as',
  'same floor as',
  'same strip mall as',
  'same strip center as',
  'same shopping center as',
  'same complex as',
  'same lot as',
  'within view of',
  'in view of',
  'on the grounds of',
  'at the foot of',
  'at the base of',
  'at the gates of',
  'at the entrance to',
  'at the entrance of',
].map((phrase) => phrase.split(' '));
/** Relations of place by their first word. Their object is behind them. */
export const relations: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  phrases,
  ([first = '']) => first,
);

export const weak = set('near nearby by at in inside between close just minutes');
/** Relations also used about things that are not places: "behind the numbers". */
export const ambiguous = set(
  'behind beside facing faces overlooking overlooks alongside bordering borders abutting abuts adjoining adjoins',
);

/** Relations of place whose object is the subject before them: "Costco is across the street". */
export const endings = [
  'next door',
  'across the street',
  'across the road',
  'across the parking lot',
  'across the hall',
  'around the corner',
  'down the street',
  'down the road',
  'up the street',
  'up the road',
  'down the hall',
].map((phrase) => phrase.split(' '));
/** Words between such a subject and its relation. */
export const links = set(
  'is are was sits stands lies being just only about right roughly some under less than barely literally directly located immediately',
);
export const neighborWords = set('neighbor neighbors anchor anchors tenant tenants cotenant cotenants');
export const neighborLinks = set('is are include includes including like such as being tenant tenants here');
