import { usStates } from '../us-states.ts';
import { isEnglishWord, isEverydayStem } from './english-words.ts';
import { frequentNames } from './people-names.ts';
import { genericWords, tradeAcronyms } from './trade-words.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Ordinary words that are also names. They are a leak only where they are used as a name. */
export const commonWords = set(`
  abbey acres alder anchor angel apple april arbor arch archer arrow art ash aspen aurora autumn avenue baker banks bank
  barber barn barrel bass battle bay beach beacon bean bear beauty bell berry birch bird bishop black blossom blue bloom
  bond book bow boyd branch brave breeze brick bridge bridges brook brooks brown buck bud bush butler camp canyon cape
  cardinal carpenter carter case castle cedar chance chandler chapel chapman charm chase cherry chestnut church circle
  clay clear cliff close cloud clover coast coastal cole college congress cook cooper copper coral corner cotton court
  cove cradle crane creek crescent crest cross crossing crossroads crown crystal cypress daisy dale dawn day dean deer
  dell delta desert diamond divine dove drake dream driver dunes eagle early earth echo eden elder elm ember emerald
  empire english evergreen faith falcon falls farm farmer farms fern field fields fisher flint flower ford forest fork
  fortune foster fountain fox franklin frank free freedom french friend frost galaxy garden gardener gardens gate
  gateway gem gibbs glass glen gold golden grace grand grant granite graves gray green greens grove guardian guide gulf
  hale hall harbor harmony hart harvest haven hawk hayes hazel head heather heights heritage heron hickory high
  highland highlands hill hills hillside holiday holly honey hood horizon horse hunt hunter independence indigo iris
  iron island ivory ivy jack jade jasmine jasper jay jewel journey joy july june junction justice kay keen key keystone
  kind king kingdom kings knight knoll lake lakes lakeside lakeview lamb lane lantern lark laurel law lawn leaf legacy
  liberty light lighthouse lily lincoln link lion little lodge long lotus love low magnolia main major manor maple marble
  march mark market marsh mason may mayor mead meadow meadows mercy mesa mill miller mills milestone mint mission moon moody
  moss mount mountain nest noble oak oaks oasis ocean olive opal orange orchard osprey owl pacific page paige palm
  palms panther paradise park parker parks parkside parkway parsons path pathway patience peace peak pearl pearls penny
  pepper phoenix pierce pike pillar pine pines pioneer pivot place plains plaza point pond poplar porter potter power
  powers prairie precious price pride prosper quail queen quest quick rabbit rain rainbow ranch ranger raven ray redwood
  reed reef reflections renaissance renew reserve rest rich ridge ridges right rise river rivers riverside road rob
  robin rock rocky root roots rose rosemary roses royal ruby rush russet sage sail saint salt sand sands sandy sapphire
  savage sawyer school seal season seaside sentinel serene serenity shade shadow sharp shell shepherd shore shores
  short silver singer sky skyline small smart smith snow solace solid south spark sparrow speed spirit spring springs
  spruce square star stars station steel stein sterling steward stone stones storm story stout stream street strong
  summer summers summit sun sunny sunrise sunset sunshine swan sweet swift sycamore tanner taylor temple terrace thrive
  tide timber tower towers trail tranquil tree trees tucker tulip turner twin union unity valley vale victory view views
  village vine violet vista vital walker wall walls ward warm water waters watson wave way weaver webb welcome well wells
  west wheeler white wild wilder will willow willows wilson wind winds wing wings winter winters wise wolf wood
  woodland woods worth wright yellow york young zen zenith bill bob cash drew gene guy hope jean joe josh kit lance
  lane lee max mike miles nick norm pat paul peg pete ray rich rod ron rusty sally skip sue ted tom tony vic wade
  ace add age air all arm bag ball band bar base bat bed bell best big bit block board boat body bonds born bowl box boy
  burn burns buy call can car card cat cave coin cold cool core corn cost count cow cup dark data deal deep dice dish
  dock dog doll door dot dry duke dust duty edge egg end even event face fact fair fall fan fast fee fell felt few file
  film fine fire firm fish fit five flag flat float flow fly fog food form fort four full fun gain game gas gift girl
  give glad goal good hair half hand hard hat hay heat held hero hide hit hold hole host hot hour huge hull ice inch
  items jet job join jump just keep kids kin lab land large last late lead lean left lend less line list live load loan
  lock loft look loom lord lot loud luck made mail make mann mars mass mate math meal mean meet mere mile milk mind mine
  model money month more most move much must myth name near neat need nest net news next nice note null oath odd oil old
  olden only open oral order page paid pair park part pass past peer pick pile pitch plan play plot plum plus pole pool
  poor pope port post pound pray press print prop pull pure push quiet race rail range rank rare rate read real red
  rent ring ripe risk role roll roof room rope round rule run safe said sail sale same save say scale score sea seat
  seed seek self sell send set ship shop shot show side sign silk site six size skill skin slow snug soap soft soil sold
  sole some song soon sort soul sound soup space span spot staff stage stand start stay stem step stock stop strict
  suit sure tale talk tall tank task team tell ten term test text thin thing think tie tiers time tiny tire title toll
  tone tool top tour trade train trend trip true try tune turn type unit use user value vary vast very vote wage wait
  walk want warm wash watch weak wealth wear week weigh wheat wheel wide wife wine wire wish word work world year yes
  accelerate access accredited achieve achievement active activity adapt adept affinity agile align alliance allied ally
  alpha alternative alternatives ambassador ambulatory amplify approach apex arena array aspect aspire assist assistance
  assurance atlas attain attentive authentic awaken balance balanced basic basics begin beginnings beloved benefit blend
  bliss bonded boutique breakthrough briar budget build builders campus capable capital capitol caregiver caregivers
  century certain certified champion champions change changes circles civic classic clean client clients
  clinicians coalition collaborative collective college colonial commitment common commons companion companions
  compass concept concepts concierge concord confidence confident connect connected connection connections consult
  consultants contemporary continuum contour convenient coordinated cornerstone corrective county courage covenant craft
  create creation cure curative current custom dawn delight deliver delivery dependence design designs destination develop
  development developmental devoted dignity dimension dimensions discover discovery distinct distinction dynamic dynamics
  ease easy edge effective element elements elevate elite embrace empower encompass encore endeavor energy enhance enhanced
  enrich essence essential essentials esteem esthetic esthetics eternal ever evolution evolve exceed exercise experience
  expressions extended extra faces facial faithful fitness flex flexible flourish flow focus focused foundations freedom
  fresh function functional fundamental future futures gather generation generations genesis genuine giving global goals
  grow growing guidance habit happy heart hearts heartland help herbal heritage holistic home-like homes honor horizons
  hospitality human ideal image images imagine impact impression impressions improve infinite infinity innovation
  innovations insight insights inspire inspired inspiration institute instinct integrity intelligent interim intuitive
  island joyful kinetic kind kindness landmark leaders leading learn learning legend level levels lifestyle lift lifetime
  limitless linked longevity luminous maintain marina master masters matters maximum measure meridian method methods mind
  mindful minds miracle mobility moment momentum motion mosaic motivate move movement natural naturally nature navigate
  neighbor neighbors nexus noble normal notable novel nurture nurturing oath objective odyssey omega opportunity optima
  options orbit origin outlook paramount passion patient-first pathways peaceful people performance persona perspective
  phase pinnacle planet play plus polish positive possibilities potential practical precision preference prestige
  prevention preventive pristine private process proactive progress progressions promise promises proof purpose pursuit
  radiance radiant ready real refined reflection refresh refuge regain regal regeneration rejuvenate relief remedies
  remedy renewal renewed resolve resource resources response responsive result results resilience restoration restore
  restorative revive revolution rhythm ribbon rooted sanctuary satisfaction secure security sense senses shared shine
  simple simplicity simply smart soothe source specialties sphere stability stellar strategic strategies strength strive
  structure studio studios style success summit support supported supports sure sustain symmetry synergy tailored team
  technique techniques technologies technology therapeutic therapeutics thoughtful thrive timeless together tomorrow
  tradition traditions tranquility transform transformation transformations transition transitions treasure trends tribe
  triumph trusted truth ultra unique upward valued values vantage variety velocity venture ventures verve vibe vibrant
  vigor villages virtue visit visiting vitality vivid voice voices volunteer voyage watchful wellbeing whole wholeness
  willing wisdom within wonder works yours youth youthful
  aunt brother bros cousin daughter father granddaughter grandfather grandmother grandparent grandson husband mother nephew
  niece parent sister son sons uncle widow
  zone equity margin cycle growth revenue income lease tax audit payer billing stable steady mature referral diverse
  established turnkey owner seller buyer broker price asking location facility suite operatory profit earnings cash flow
`);

/** Places that are also names of people and businesses. */
export const placeWords: ReadonlySet<string> = new Set([
  ...Object.values(usStates).flatMap((name) => name.toLowerCase().split(' ')),
  ...set(`albany albuquerque anaheim arlington atlanta augusta austin bakersfield baltimore boise boston buffalo charlotte
    chattanooga chicago cincinnati cleveland columbia columbus dallas dayton denver des detroit diego durham eugene
    florence fort francisco fresno garland gulf hartford henderson houston huntsville indianapolis irving jackson
    jacksonville jersey jose kansas knoxville las lexington lincoln london los angeles louisville lubbock madison memphis
    mesa miami milwaukee minneapolis mobile montgomery nashville newark norfolk oakland omaha orlando orleans paris
    philadelphia phoenix pittsburgh plano portland providence raleigh reno richmond riverside rochester sacramento saint
    salem salt san santa savannah scottsdale seattle spokane springfield stockton syracuse tacoma tampa toledo tucson
    tulsa tyler vegas washington wichita worth manhattan brooklyn bronx queens hollywood broadway lafayette panhandle piedmont appalachia ozark ozarks sunbelt`),
]);

/** Street types by their spellings. */
export const streetTypes: ReadonlyMap<string, string> = new Map(
  [
    'street st str',
    'road rd',
    'avenue ave av',
    'boulevard blvd boul',
    'drive dr',
    'lane ln',
    'court ct',
    'parkway pkwy pky',
    'highway hwy',
    'way',
    'place pl',
    'circle cir',
    'trail trl',
    'plaza plz',
    'square sq',
    'loop',
    'terrace ter',
    'expressway expy',
    'freeway fwy',
    'pike',
    'turnpike tpke',
    'alley aly',
    'route rte',
    'crossing xing',
    'rue',
    'calle',
    'callejon',
    'avenida avda',
    'camino cam',
    'paseo',
    'carretera carr',
  ].flatMap((line) => {
    const [name = '', ...short] = line.split(' ');
    return [name, ...short].map((each) => [each, name] as const);
  }),
);
export const directions = set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest',
);
export const ordinals: ReadonlyMap<string, string> = new Map(
  [
    'first 1st',
    'second 2nd',
    'third 3rd',
    'fourth 4th',
    'fifth 5th',
    'sixth 6th',
    'seventh 7th',
    'eighth 8th',
    'ninth 9th',
    'tenth 10th',
    'eleventh 11th',
    'twelfth 12th',
    'thirteenth 13th',
    'fourteenth 14th',
    'fifteenth 15th',
    'sixteenth 16th',
    'seventeenth 17th',
    'eighteenth 18th',
    'nineteenth 19th',
    'twentieth 20th',
  ].map((pair) => {
    const [word = '', number = ''] = pair.split(' ');
    return [word, number] as const;
  }),
);

/** Abbreviations that their words don't begin with, from USPS Publication 28 and names of businesses. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Array.from(
    set(`
      ctr:center cntr:center grp:group svc:service svcs:services mgmt:management intl:international natl:national
      amer:american peds:pediatrics hts:heights spgs:springs spg:spring mtn:mountain vly:valley lk:lake
      vlg:village crk:creek gdns:gardens hbr:harbor rdg:ridge dr:doctor bros:brothers lab:laboratory
      labs:laboratories pt:point pte:pointe bch:beach brk:brook cyn:canyon cv:cove est:estate ests:estates fls:falls
      frst:forest flds:fields frk:fork ft:fort gtwy:gateway grn:green grv:grove hvn:haven hls:hills
      hsp:hospital jct:junction knl:knoll knls:knolls lks:lakes ldg:lodge mnr:manor mdw:meadow mdws:meadows
      mls:mills mt:mount orch:orchard pk:park pln:plain plns:plains prt:port prts:ports rnch:ranch rpds:rapids
      riv:river rvr:river shr:shore shrs:shores smt:summit trl:trail vw:view vws:views vis:vista wls:wells
      wds:woods
    `),
    (entry) => {
      const [short = '', word = ''] = entry.split(':');
      return [short, word] as const;
    },
  ),
);

/** "Dent", "dntl", and "ctr" for "dental" and "center". */
export function isShortFor(text: string, word: string): boolean {
  if (abbreviations.get(text) === word || streetTypes.get(text) === word) return true;
  if (text.length < 3 || text.length >= word.length || text[0] !== word[0] || word.length < 6) return false;
  return word.startsWith(text) || text.slice(1) === word.slice(1).replaceAll(/[aeiou]/g, '');
}

/**
 * How much a word of a name gives away:
 * - `rare`: identifies by itself
 * - `name`, of many people: identifies unless it is part of another person's name
 * - `common`, `place`: identify only within the full name
 * - `generic`: never identifies
 */
export type WordKind = 'rare' | 'name' | 'common' | 'place' | 'generic';

/** The kind of a word in lower case. Words of up to three letters are common. */
export function getWordKind(word: string): WordKind {
  const single = toSingular(word);
  const isIn = (words: ReadonlySet<string>): boolean => words.has(word) || words.has(single);
  if (isIn(placeWords)) return 'place';
  if (isIn(genericWords) || tradeAcronyms.has(word)) return 'generic';
  if (isIn(commonWords) || word.length <= 3 || /\d/.test(word) || isEverydayStem(word)) return 'common';
  if (frequentNames.has(word)) return 'name';
  return isEnglishWord(word) ? 'common' : 'rare';
}

/** Removes the s of a plural: "smiles" → "smile". */
export function toSingular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Whether all parts of a joined word are ordinary words: "familydental". */
export function isMadeOfPlainWords(text: string): boolean {
  const isReachable = [true];
  for (let end = 1; end <= text.length; end += 1)
    isReachable[end] = Array.from({ length: Math.min(end, 16) }, (_, back) => end - back - 1).some(
      (from) => isReachable[from] === true && isPlainWord(text.slice(from, end)),
    );
  return isReachable[text.length] === true;
}

function isPlainWord(word: string): boolean {
  if (word.length <= 3) return genericWords.has(word);
  const kind = getWordKind(word);
  return kind !== 'rare' && kind !== 'name';
}
