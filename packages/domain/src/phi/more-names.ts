/** Given names that became frequent after 1990, or are short forms, and are no English words (Social Security Administration). */
export const moreGivenNames: ReadonlySet<string> = new Set(
  `
  aaliyah lily iris jade ginger olive garret odell ty orville earlene hallie sheila teagan femi wendell roosevelt mabel hattie harriet minnie
  abel abigail ada addison adeline adriana agatha ahmad ahmed aiden aisha alana alejandra alexa alexandra alexis
  alina alisha alison alyssa amara amelia amelie amina amir amit amos anastasia andres angelica angelina angelo anika
  anil anita annabelle annette ansel antoinette antonia anya archie ariana ariel arjun arlo arnav asher ashlyn ashok
  athena aubrey audra augusta augustus aurelia austyn ava avery ayesha bailey barney bea beatriz beau bella benny bev bianca
  blanca bobbi bradford brady braden brandi bree brenna brett briana brianna bridget brielle brooke brooklyn bryce bud bryson
  caden caitlin caleb callie cameron camila camille candace candice carly carlo carmela caroline carolina carson carter
  cassidy cayden cedric celeste celia chandra charlie chase chester chelsea chloe christa ciara clark clarissa clement cleo
  cole colette colin collin conner connor consuelo cooper cora cordelia cristian cristina cruz cynthia dahlia dakota dalia
  dallas damian damon dani daniela dante daphne darla darius deandre declan deepak delia delilah della delroy demetrius
  denis denisha deon deshawn desiree desmond destiny devin devon diego dimitri dina dion dominic dominique donovan dorian
  dorothea drew dulce dwayne easton ebony eden edna eden eileen elaina elena eli eliana elias elijah elisa elise eliza
  eloise elliot ellis elouise elsa elvira emilia emiliano emilio emmanuel emmett enid enrico ephraim esme esmeralda
  esteban estella estelle esther ethan etta eunice evangeline everett ezekiel ezra fabian faith farah fatima fay fern
  fernanda fiona flora francesca francesco gabriela gabriella gabrielle gavin gemma genevieve geoffrey giovanni gianna
  giselle gloria gracie graham graciela greta gretchen griffin guillermo gunther gus gustavo gwen hadley hailey hana hank
  hannah hans harlan harmon harriet harvey hassan hattie haley hayden hayley hector helena henrietta hilary hollis hope
  horace hoyt hudson humberto hunter ibrahim ignacio igor imani imran ina ines ingrid ira irina irving isabel isabella
  isabelle isaiah isiah isla ismael israel ivy iva jace jackson jaden jaiden jada jaime jalen jamal jameson janae janelle
  janessa janine jared jarvis jasmin jasmine javier jayden jayla jaylen jeanine jeanne jeff jenna jerome jerrod jett
  jill jillian jimena joaquin jocelyn joelle johanna jolene jonah jonas jordan jorge josefina josephine josiah josie
  joyce juana juanita judah judd julia juliana julianna juliet julius justina kaden kai kaitlin kaitlyn kamal kamila
  kara kareem karina karla katelyn katharine katrina kayden kayla kaylee keisha keith kelsey kendall kendra kenji kenya
  kevin khalid kiara kiera kiran kirsten kobe kourtney kristin kristina krista krystal kyla kylie lacey laila lakshmi
  lamar lana lara latasha latisha latoya layla leah leandro leila leland lena lenore leopold leroy leslie leticia levi
  lexi liam lila lilah lillie lilly lina linh lionel lizzie logan lola lonnie lorena lorenzo lorna lottie louella lourdes
  luca lucas lucia luciana luciano lucille lucinda lucy luella luis luisa luna lupita lydia lyle lyla mabel mackenzie
  maddox madeline madelyn madison maeve magda magdalena mai maisie makayla malachi malcolm malik mallory manuela mara
  marcela marcelo marcia margo mariah mariam mariana mariano maribel marisa marisol marissa maritza marla marley marlon
  marnie marquis marta martina mateo mathew matilda matteo mauricio maura mavis maxine maya mckenna mckenzie mei melanie
  melinda melody mercedes meredith micah michaela mila milagros milan mildred milena minnie miguel mindy mina minh mira
  miranda miriam misty mohamed mohammad mohammed moira moises mollie molly monique muhammad murray mustafa myra myles
  myrna nadia nadine naomi natalia natalie natasha nathaniel neha nellie nestor nevaeh nia nicolas nicole nicolette nico
  nigel nikhil niko nikolai nina noah noe noel noelle noor nora norah norris octavia odessa odette ofelia olga oliver
  olivia omar opal ophelia orlando orville oscar osvaldo otis otto owen pablo paige paisley palmer paloma pam paola
  paolo parker patience patsy payton percy perla petra peyton phoebe philippa pierre pilar piper polly porter precious
  preston priscilla priya quentin quincy quinn quinton rachelle rafael raheem raj rajesh ralph ramiro ramona randi
  raphael raquel rashad raul raven ravi reagan reese regan reggie reid renata rhea rhoda rhys ricky rigoberto riley rita
  roberto rocco rocio rodolfo rodrigo rohan roland roman romeo ronan roosevelt rosa rosalie rosalind rosalinda rosanna
  roscoe roselyn rosetta rosie rowan roxana roxanne royce rufus rupert ruthie ryder rylee sabrina sade sadie said sanjay
  salma salvatore samara samir sana santiago santino santos sasha saul savannah savanna sawyer scarlett sebastian selena
  selma serena sergei seth shana shania shanice shanna shanti shaquille sharif shawna shayla shea shelby sheldon sheri
  sherman shirin sienna sierra silas silvia simon simone sky skyler sofia solomon sonja sonny sonya sophia sophie stacie
  stefan stefanie stella sterling summer sunil suresh suzette svetlana sybil sydney sylvester tabitha talia tamar tameka
  tamika tania tanisha tariq tasha tatiana tatum tess tessa thad thaddeus thea theo theodora thuy tia tiana tierra
  tiffani titus tobias tobin tommie trent trenton tressa trevor trey trina trinity trisha tristan troy trudy tuan tyra
  tyrell tyson uma ulysses umar ursula val valentina vaughn venus veronika vicente vijay viktor vinny violeta viviana
  vladimir walker wallace wanda warren wes weston whitney wilbur wilfred wilhelmina willa willard willis winifred
  winnie winston wyatt xander xavier ximena yasmin yesenia yolanda yosef yousef yvette zack zachariah zane zara zelda
  zena zoe zoey zoya
`
    .trim()
    .split(/\s+/),
);

/** Frequent surnames of two and three letters, which are otherwise read as ordinary words. */
export const shortSurnames: ReadonlySet<string> = new Set(
  'ahn bae bui cho chu cui dao dey doe dos eng fan fu gu guo han ho hsu hu huo ito jin kao ko kuo lai lam lau le li lim lin liu lo lou low lu luo ma mai mei mo ng ngo oh ono ota oza ou pan pei pho qi qin rao roy roe ruo sen seo shi sim siu sun tam tan tao tu vo vu wan wei wen won woo wu xia xie xu yan yao yee yen yi yin yip yoo yu yun zhu'.split(
    ' ',
  ),
);
