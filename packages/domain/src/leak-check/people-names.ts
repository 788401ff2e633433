const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The 300 most frequent given names of men and of women (Census of 1990). */
export const givenNames = set(`
  aaron adam adrian agnes alan albert alberto alejandro alex alfonso alfred alfredo alice alicia allan allison alma
  alvin amanda amber amy ana andre andrea andrew andy angela angelo anita ann anna anne annette annie anthony
  antonio april arlene armando arthur arturo ashley audrey barbara barry beatrice becky belinda ben benjamin bernard
  bernice bertha bessie beth betty beverly bill billie billy bob bobbie bobby bonnie brad bradley brandon brenda
  brent brett brian brittany bruce bryan byron calvin carl carla carlos carlton carmen carol carole caroline carolyn
  carrie casey cassandra catherine cathy cecil chad charlene charles charlotte cheryl chris christian christina
  christine christopher christy cindy claire clara clarence claude claudia clayton clifford clifton clinton clyde
  cody colleen connie constance corey cory courtney craig crystal curtis cynthia daisy dale dan dana daniel danielle
  danny darlene darrell darren darryl daryl dave david dawn dean deanna debbie deborah debra delores denise dennis
  derek derrick diana diane dianne dolores don donald donna donnie dora doris dorothy doug douglas duane dustin
  dwayne dwight earl eddie edgar edith edna eduardo edward edwin eileen elaine eleanor elizabeth ella ellen elmer
  elsie emily emma enrique eric erica erik erika erin ernest ernesto esther ethel eugene eva evan evelyn everett
  felicia felix fernando florence floyd frances francis francisco frank fred freddie frederick fredrick gabriel gail
  gary gene geneva george georgia gerald geraldine gerard gertrude gilbert gina gladys glen glenda glenn gloria
  grace greg gregory guadalupe gwendolyn harold harry hazel heather hector heidi helen henry herbert herman hilda
  holly homer hubert hugh ian ida irene irma isaac ivan jack jackie jacob jacqueline jaime james jamie jane janet
  janice jared jason javier jay jean jeanette jeanne jeff jeffery jeffrey jennie jennifer jenny jeremiah jeremy
  jerome jerry jesse jessica jessie jesus jill jim jimmie jimmy joan joann joanne joe joel joey john johnnie johnny
  jon jonathan jorge jose joseph josephine joshua joy joyce juan juanita judith judy julia julian julie julio julius
  justin karen karl katherine kathleen kathryn kathy katie katrina kay keith kelly ken kenneth kenny kent kevin kim
  kimberly kirk kristen kristin kristina kurt kyle lance larry laura lauren laurie lawrence leah lena leo leon leona
  leonard leroy leslie lester lillian lillie linda lindsay lindsey lisa lloyd lois lonnie loretta lori lorraine
  louis louise lucille lucy luis luke luther lydia lyle lynn mabel mae manuel marc marcia marcus margaret margarita
  margie maria marian marie marilyn mario marion marjorie mark marlene marsha martha marvin mary mathew matt matthew
  mattie maureen maurice max maxine megan melanie melinda melissa melvin michael micheal michele michelle miguel
  mike mildred milton minnie miriam misty monica myrtle nancy naomi natalie nathan nathaniel neil nellie nicholas
  nick nicole nina nora norma norman olga orlando oscar otis pablo pamela patricia patrick patsy paul paula pauline
  pearl pedro peggy penny peter philip phillip phyllis priscilla rachel rafael ralph ramon ramona randall randy raul
  ray raymond rebecca regina reginald rene renee rex rhonda ricardo richard rick ricky rita robert roberta roberto
  robin rodney roger roland ron ronald ronnie rosa rose rosemary roy ruben ruby russell ruth ryan sally salvador sam
  samuel sandra sara sarah scott sean sergio seth shane shannon sharon shaun shawn sheila shelly sherri sherry
  shirley sidney sonia stacey stacy stanley stella stephanie stephen steve steven stuart sue susan suzanne sylvia
  tamara tammy tanya tara ted teresa terrance terrence terri terry thelma theodore theresa thomas tiffany tim
  timothy tina todd tom tommy toni tony tonya tracey tracy travis trevor troy tyler tyrone valerie vanessa velma
  vera vernon veronica vicki vickie victor victoria vincent viola violet virgil virginia vivian walter wanda wayne
  wendell wendy wesley willard william willie wilma yolanda yvonne zachary
`);

/** The 1,000 most frequent surnames (Census of 1990) that are not also frequent given names. */
export const surnames = set(`
  abbott acevedo acosta adams adkins aguilar aguirre akers alexander alford allen alston alvarado alvarez andersen
  anderson andrade andrews archer armstrong arnold arrington arroyo atkins atkinson avila ayala ayers bacon bailey
  baird baker baldwin ball ballard banks barber barker barlow barnes barnett barr barrera barrett barron bartlett
  barton bass bates bauer baxter beach bean beard beasley beatty beck becker belcher bell bender bennett benson
  bentley benton berg berger berry bird bishop black blackburn blackwell blair blanchard bland blankenship blanton
  blevins boggs bolden bolton bond bonner booker boone booth boucher bowen bowers bowman boyce boyd boyer boyle
  bradshaw brady branch brandt braun bray brennan brewer bridges briggs bright britt brock brooks brown browning
  bryant buchanan buck buckley buckner bullock bunch burch burgess burke burks burnett burns burris burton bush
  butler butts byers byrd cabrera cain calderon caldwell calhoun callahan camacho campbell campos cannon cantrell
  cantu cardenas carlson carney carpenter carr carrillo carroll carson carter carver cash castaneda castillo castro
  cervantes chamberlain chambers chan chandler chaney chang chapman chase chavez chen childers childress childs
  christensen clark clarke clements clemons cline cobb cochran coffey cohen cole coleman collier collins colon combs
  compton conley conner contreras conway cook cooke cooley cooper copeland corbett cordova cortez costa cote cotton
  covington cowan cox crabtree craft cramer crawford crosby cross crowe crowley crum cruz cummings cunningham curry
  dailey dalton daniels daugherty davenport davidson davies davis dawson decker dejesus delacruz delaney deleon
  delgado diaz dickerson dickson dillard dillon dixon dodd dodson dominguez donahue donaldson dorsey dotson
  dougherty downing downs doyle drake duffy duke dunbar duncan dunlap dunn duran durham dyer eaton edwards elder
  eldridge elkins elliott ellis ellison elmore erickson escobar espinoza estes estrada evans ewing farley farmer
  farrell farris faulkner ferguson fernandez ferrell fields figueroa finch finley fischer fisher fitzgerald
  fitzpatrick flanagan fleming fletcher flores flowers flynn foley fontenot forbes ford foreman foster fowler fox
  franco franklin franks frazier freeman friedman frost fry frye fuentes fuller fulton gagnon gaines gallagher
  gallegos galloway galvan gamble garcia gardner garner garrett garrison garza gates gay gentry gibbons gibbs gibson
  giles gill gillespie gilliam gilmore glass glover godfrey goff goldstein gomez gonzales gonzalez goodman goodwin
  gordon gore goss gould graham grant graves gray green greene greer griffin griffith griggs grimes gross guerra
  guerrero guthrie gutierrez guzman haas hahn hale hall hamilton hamm hammond hampton hancock haney hanna hansen
  hanson harden hardin harding hardy harmon harper harrell harrington harris harrison hart hartley hartman harvey
  hastings hatcher hatfield hawkins hayden hayes haynes hays hebert helms henderson hendricks hensley henson
  hernandez herrera herring herron hess hester hewitt hickman hicks higgins hill hines hinton hobbs hodge hodges
  hoffman hogan holcomb holden holder holland holley holloway holman holmes holt hood hooper hoover hopkins hopper
  horn horne horton houston howard howe howell hubbard huber hudson huff huffman hughes hull humphrey hunt hurley
  hurst hutchins hutchinson hyde ibarra ingram jackson jacobs jacobson jefferson jenkins jennings jensen jimenez
  johns johnson johnston jones joyner juarez kane kaufman keller kelley kemp kennedy kerr key kidd kimball king
  kinney kirby kirkland kirkpatrick klein kline knapp knight knowles knox koch kramer krause krueger lamb lambert
  lancaster landry lane lang langley lara larsen larson lawson leach leblanc lee levine levy lewis livingston
  lockhart logan long lopez lott lowe lowery lozano lucas lucero lugo luna lutz lynch lyon lyons macdonald macias
  mack mackey madden maddox magee mahoney maldonado malone maloney manley mann manning marks marquez marsh marshall
  martin martinez mason massey mathews mathis matthews mayer mayes mayfield maynard mayo mays mcallister mcbride
  mccall mccann mccarthy mccarty mcclain mcclure mcconnell mccormick mccoy mccray mccullough mcdaniel mcdonald
  mcdowell mcfadden mcfarland mcgee mcghee mcginnis mcgowan mcgrath mcguire mcintosh mcintyre mckay mckee mckenzie
  mckinney mcknight mclaughlin mclean mcleod mcmahon mcmillan mcneil mcpherson meadows medina meeks mejia melendez
  melton mendez mendoza mercado mercer merritt meyer meyers middleton miles miller mills minor mitchell mobley
  molina monroe montes montgomery montoya moody moon mooney moore mora morales moran moreno morgan morin morris
  morrison morrow morse morton moser mosley moss moyer mueller mullen mullins munoz murphy murray myers nash navarro
  neal nelson newell newman newsome newton nguyen nichols nicholson nielsen nieves nixon noble norris norton novak
  nunez obrien ochoa oconnell oconnor odom odonnell olsen olson oneal oneil oneill orozco orr ortega ortiz osborn
  osborne owens pace pacheco padilla page palmer parker parks parrish parsons pate patel patterson patton payne
  pearce pearson peck pena pennington perez perkins perry peters petersen peterson petty phelps phillips pickett
  pierce pierson pike pittman pitts plummer polk pollard ponce poole pope porter potter potts powell powers pratt
  price proctor pruitt pryor puckett pugh quinn ramirez ramos ramsey rangel rankin rasmussen ratliff reed reese
  reeves reid reilly reyes reynolds rhodes rice rich richards richardson richmond riddle riggs riley rios ritter
  rivas rivera rivers roach robbins roberson roberts robertson robinson robles rocha rodgers rodriguez rodriquez
  rogers rojas rollins romero rosado rosales ross roth rouse rowe rowland rubio rucker ruiz rush russo rutherford
  rutledge salas salazar salinas sampson sanchez sanders sandoval santana santiago santos sargent saunders savage
  sawyer schaefer schmidt schneider schroeder schultz schwartz sears sellers serrano sexton shaffer sharp sharpe
  shaw shea shelton shepard shepherd sheppard shields shoemaker silva simmons simms simpson sims sinclair singleton
  skinner slater slaughter sloan smith snider snow snyder solis sosa soto sparks spears spence spencer spivey
  springer stafford stanton stark starr steele stein stephens stephenson stevens stevenson stewart stinson stokes
  stone stout strickland strong suarez sullivan summers sutton swain swanson sweeney sykes talley tanner tate tatum
  taylor thompson thornton tillman torres townsend tran trevino trujillo tucker turner underwood valdez valencia
  valentine valenzuela vang vargas vasquez vaughan vaughn vazquez vega velasquez velazquez velez villa villanueva
  villarreal vinson wade wagner walden walker wall wallace waller walls walsh walters walton wang ward ware warner
  warren washington waters watkins watson watts weaver webb webber weber webster weeks weiss welch wells west
  wheeler whitaker white whitehead whitfield whitley wiggins wilcox wilder wiley wilkerson wilkins wilkinson
  williams williamson willis wills wilson winters wise witt wolf wolfe womack wong wood woodard woods woodward
  wooten workman wright wyatt wynn yang yarbrough yates yoder young zamora zimmerman
`);

export const frequentNames: ReadonlySet<string> = new Set([...givenNames, ...surnames]);

/** Given names by their short forms. */
export const nicknames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(
    set(`
  addie:adelaide,adeline allie:allison,alexandra angie:angela annie:ann,anne bea:beatrice bernie:bernard,bernadette
  bettie:elizabeth bree:brianna caro:caroline chaz:charles dani:danielle dolly:dorothy evie:evelyn flo:florence
  frankie:frank,frances gabby:gabriella,gabrielle gerri:geraldine gina:regina gwen:gwendolyn hattie:harriet
  izzy:isabel,isabella jimmie:james josie:josephine kat:katherine katy:katherine lexi:alexandra,alexis lindy:linda
  lottie:charlotte maddie:madeline,madison mel:melissa,melanie,melvin millie:mildred minnie:wilhelmina mitzi:mary
  monty:montgomery nettie:annette nikki:nicole ollie:oliver,olivia pippa:philippa polly:mary,pauline randy:randall
  rafa:rafael roxy:roxanne shelly:michelle stef:stephanie steph:stephanie,stephen stevie:stephanie,steven
  suzy:susan,suzanne tammy:tamara tori:victoria trudy:gertrude vicki:victoria winnie:winifred xander:alexander
  abby:abigail al:albert,alan,alfred alex:alexander,alexandra andy:andrew art:arthur barb:barbara becky:rebecca
  ben:benjamin bert:albert,robert,herbert bess:elizabeth beth:elizabeth beto:roberto,alberto betsy:elizabeth
  betty:elizabeth bev:beverly bill:william billy:william bob:robert bobby:robert cal:calvin carrie:caroline
  cathy:catherine charlie:charles chet:chester chris:christopher,christine christy:christine chuck:charles
  chuy:jesus cindy:cynthia clint:clinton connie:constance dan:daniel danny:daniel dave:david deb:deborah
  debbie:deborah dee:deirdre denny:dennis dick:richard don:donald dot:dorothy dottie:dorothy doug:douglas
  drew:andrew ed:edward,edwin eliza:elizabeth ellie:eleanor,elizabeth fran:frances,francis fred:frederick gabe:gabriel
  gene:eugene geoff:geoffrey gerry:gerald ginny:virginia greg:gregory gus:augustus hal:harold hank:henry
  harry:harold,henry jack:john jackie:jacqueline jake:jacob jeff:jeffrey jen:jennifer jenny:jennifer
  jerry:gerald,jerome jess:jessica,jesse jim:james jimmy:james jo:joanne,josephine joe:joseph johnny:john
  jon:jonathan josh:joshua judy:judith kate:katherine,kathryn kathy:katherine,kathleen katie:katherine
  ken:kenneth kim:kimberly kit:christopher,katherine larry:lawrence len:leonard leo:leonard libby:elizabeth
  lisa:elizabeth liz:elizabeth lou:louis,louise luke:lucas lupe:guadalupe maggie:margaret mandy:amanda
  marge:margaret matt:matthew meg:margaret memo:guillermo mick:michael mickey:michael mike:michael
  mitch:mitchell mo:maurice nacho:ignacio nan:nancy nancy:ann nate:nathan,nathaniel ned:edward
  nell:helen,eleanor nick:nicholas nora:eleanor paco:francisco pam:pamela pancho:francisco pat:patrick,patricia
  patty:patricia peggy:margaret pepe:jose pete:peter phil:philip,phillip ray:raymond reg:reginald rich:richard
  rick:richard rob:robert robbie:robert robin:robert rod:rodney ron:ronald ronnie:ronald,veronica russ:russell
  sally:sarah sam:samuel,samantha sandy:sandra,alexander sid:sidney stan:stanley steve:steven,stephen stu:stuart
  sue:susan ted:edward,theodore teddy:theodore,edward terry:terrence,teresa tess:teresa theo:theodore
  tim:timothy tina:christina toby:tobias tom:thomas tony:anthony trish:patricia val:valerie vern:vernon
  vicky:victoria vince:vincent walt:walter wes:wesley will:william willie:william zach:zachary
    `),
    (entry) => {
      const [short = '', names = ''] = entry.split(':');
      return [short, new Set(names.split(','))] as const;
    },
  ),
);

/** Words before a name. */
export const titles = set('dr drs doctor doctors mr mrs ms miss prof professor dentist attorney nurse');
/** Roles before a capitalized name: "owner Young". */
export const roleWords = set(
  'owner owners founder founders seller sellers by from with and nurse practitioner administrator director manager partner partners named called',
);
/** Credentials behind a name. */
export const credentials = set(
  'dds dmd md do dpt pt od dpm dc rn np pa phd pharmd rph lpn fnp otr slp jr sr ii iii iv esq',
);
