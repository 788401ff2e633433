import { usStates } from '../us-states.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Function words, and words about the business and its location. */
const tradeWords = set(`
  a an and any are as at be been but by for from has have he her his if in into is it its no not of off on or our
  out over own per she so than that the their them then there they this to under up was we were what when which who
  will with you your s st rd ave co inc incorporated llc pllc llp lp ltd limited pc pa corp corporation company
  holdings group partners partnership associates association services service solutions systems system enterprises
  management network organization foundation trust agency office offices practice practices center centers centre
  clinic clinics hospital hospitals health healthcare healthcares care cares medical medicine dental dentist
  dentists dentistry dentures teeth tooth orthodontic orthodontics orthodontist endodontics periodontics periodontal
  oral maxillofacial implant implants surgery surgical surgeon surgeons hospice palliative home homecare house
  nursing nurse nurses nurse's personal assisted living senior seniors elder elderly adult adults child children
  childrens kids pediatric pediatrics family families women womens men mens patient patients pharmacy pharmacies
  drug drugs drugstore rx apothecary compounding infusion physical occupational speech therapy therapies therapist
  therapists rehab rehabilitation sports spine back pain chiropractic wellness aesthetic aesthetics cosmetic
  cosmetics skin dermatology eye eyes vision optical optometry ophthalmology hearing audiology ear nose throat ent
  heart cardiology cardiac clinical vascular lung kidney dialysis cancer oncology radiology imaging diagnostic
  diagnostics lab labs laboratory laboratories sleep urgent emergency ambulatory primary internal general allergy asthma
  behavioral mental psychiatry psychology counseling recovery addiction treatment veterinary animal pet pets foot
  ankle podiatry hand bone joint orthopedic orthopedics urology gastroenterology neurology fertility obgyn
  obstetrics gynecology birth weight loss laser med spa doctors doctor physician physicians specialist specialists
  professional professionals provider providers independent integrated integrative local neighborhood regional
  special specialty supportive traditional community american america usa national international global metro
  metropolitan city town county state area region downtown suburban rural north south east west northern southern
  eastern western northeast northwest southeast southwest central midwest upper lower greater inc life living hand
  day days night one two three mobile virtual online direct max solution supply equipment
`);

/** Clinical words of the provider taxonomy of the NUCC (nucc.org) that are no everyday words. */
const taxonomyWords = set(`
  acupuncturist administrator adolescent aide anatomic anesthesiologist anesthesiology anesthetist assistive
  biochemical biochemist biomedical cardiopulmonary cardiothoracic cardiovascular chronic coder cognitive congenital
  continence coordinator corneal counselor cytogenetics cytopathology cytotechnology densitometry dentofacial
  denturist dermatological dermatopathology dietary dietetic dietetics dietitian disabilities educator eeg
  electrodiagnostic electroneurodiagnostic electrophysiology endocrinology enterostomal epilepsy ergonomics fetal
  fitter forensic geneticist geriatric geriatrics gerontological gerontology geropsychiatric glaucoma gynecologic
  hemapheresis hematology hemodialysis hepatology histology homemaker homeopath hospitalist hygienist hyperbaric
  hypertension immunology immunopathology infectious infertility inflammatory informatics internist interventional
  invasive kinesiotherapist lactation mammography mastectomy maternal mechanotherapist metabolic metabolism
  microbiology micrographic midwife naprapath naturopath neonatal neurocritical neurodevelopmental neuroimaging
  neurological neuromuscular neuromusculoskeletal neuropathology neurophysiology neuropsychiatry neuropsychologist
  neuroradiology neurorehabilitation neuroscience neurotology newborn nonmedical nutrition nutritionist obstetric
  ocular ocularist ophthalmic optician optometric optometrist orofacial orthopaedic orthoptist orthotic orthotist
  otolaryngic otolaryngology otology otorhinolaryngology paramedic pathologist pedorthist pelvic perfusionist
  perinatal perioperative peritoneal pharmacology pharmacotherapy phlebology phlebotomy physiologist podiatric
  podiatrist practitioner procedural prosthetist prosthodontics psychiatric psychoanalysis psychoanalyst
  psychosomatic psychotherapy pulmonary pulmonology radiography radiologic radiological reconstructive recreation
  rectal reflexologist renal reproductive resonance rheumatology sonography spinal strabismus technician technicians
  technologist thermography thoracic tomography transplant transplantation urogynecology uveitis veterinarian
  vocational
`);

/** What people in the trade say, by type of business: dental, medical, home health and hospice, and so on. */
const typeWords = set(`
  perio endo ortho pedo prosth prosthodontist prosthodontists periodontist periodontists endodontist endodontists
  orthodontists braces aligner aligners crown crowns hygiene hygienists operatory operatories dent dds dmd denture
  veneers whitening sedation
  derm peds cardio gastro neuro onc rheum uro pulm hem ophtho anesthesia vein veins mohs telehealth telemedicine
  concierge walkin clinicians practitioners hospitalists surgeries colonoscopy endoscopy obesity diabetes ivf
  nephrology
  homehealth caregivers caregiver aides respite companion hospices memory eldercare residential residence residences
  retirement subacute caretakers
  pharmacist pharmacists pharma scripts prescriptions prescription druggist apothecaries compounders vaccines
  autism aba counselors counselling psych psychological psychologist psychologists psychiatrists psychiatrist
  rehabilitative detox sober inpatient outpatient substance disorders disorder trauma mindfulness ketamine tms
  chiro chiropractor chiropractors physio physiotherapy ot pt orthopedist kinesiology massage acupuncture
  podiatrists pediatrician pediatricians
  vet vets veterinarians dog dogs cat cats canine feline equine boarding grooming kennel kennels animals
  medspa medspas spas aesthetician aestheticians esthetician estheticians injectable injectables botox filler
  fillers facials lasers dermal antiaging iv hydration
  oxygen respiratory cpap wheelchair wheelchairs scooters orthotics prosthetics supplies supplier suppliers brace
  stoma mobility durable ostomy
  urgicare quickcare immediate walk injury injuries
  toxicology tox pathology path genomics genetics molecular mri ct xray ultrasound radiologists bloodwork
  phlebotomists
  transport transportation ambulance ambulances nemt ems dispatch paratransit shuttle rides
  optometrists opticians eyewear eyeglasses contacts lens lenses retina retinal cornea audiologists audiologist
  lasik ophthalmologist ophthalmologists
`);

/** Words for numbers, cardinal and ordinal. */
export const numberWords = set(`
  zero four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand second third fourth fifth sixth
  seventh eighth ninth tenth hundredth
`);

/** Words by which a business praises itself. */
export const praiseWords = set(`
  advanced best better bright caring choice choices comfort comfortable compassionate complete comprehensive
  creative dedicated dependable elite excellence excellent exceptional expert experts express first friendly gentle
  good great hands healing healthy help helping hometown hope innovative loving modern new optimal optimum perfect
  personalized plus preferred premier premium prime pro progressive quality reliable select signature smile smiles
  superior total touch trusted ultimate united universal unlimited
`);

/** Words that don't identify a business by themselves. */
export const genericWords: ReadonlySet<string> = new Set([
  ...tradeWords,
  ...taxonomyWords,
  ...typeWords,
  ...numberWords,
  ...praiseWords,
]);

/**
 * Capital letters that are terms of the trade and no initials: payers, accreditors, credentials, measures, and documents
 * of CMS, HRSA, the associations of the business types, and deals.
 */
export const tradeAcronyms = set(`
  aaaasf aaahc aacd aacp aae aaha aao aapc aba abas abgd abn aca acc acf achc acls aco acp acvim ada adc adhc adhd
  adl adr aed afib ag al alf alos als am ami amt ap apc apm apr aprn apu ar arnp arr arv asam asc ascp asd asp atc
  atm atp avma awp awv bacb bbb bcaba bcba bcbs bdi bhcoe bhph bhrt bi bipap bizbuysell bls bmi boc bov bpa bv bwx
  c2 cad cagr cahps cam cap capex caps caqh cba cbc cbct cbd cbi cbr cbsa cbt ccm ccn ccrc cct cdc cdm cds cdt ceo
  cerec ceu cfo cfs cgm chap chf chha chip chops chow cii cim cin clia cma cme cmn cmo cmr cms cna cnap cnm cns cod
  cogs cola coo copa copd cpa cpap cpi cpr cpst cpt crm crna crt csr css csu ct cvt dba dbt dc ddn dds dea dei dexa
  dhs dif dir dmac dmd dme dmepos dna dnp dnr do dot dpt dr dscr dscsa dsm dso dvm eap ebit ebitda ebitdar ecfvg ecg
  ect ed eft ehr ein ekg emdr emg emr ems emt ent eob er erp esop ev evv faa faq fav fce fcf fct fda fdd fein fica
  fmcsa fmd fmv fmx fqhc fte ftf fy gaap gcn gdpr gdr gerd gi gip glp gp gpo gpr gps gtt gu gyn hcahps hcbs hcc
  hcpcs hcs hedis hha hhcahps hhrg hhs hhvbp him hipaa hiv hla hmo hopd hpv hr hrt hsa hspc hud hvac iadl ial ibba
  icd icf icu id ide iep ii iid iii il ime iop ipa ipl ips ipu ira irc irf irr irs isn iso it iv ivf ivt jcaho kpi
  kyc lac ladc lasik lbo lbs lcd lcmhc lcsw le lis llc llp lmft lmhc loi lpc lpn ltac ltach ltc ltm ltss ltv lupa
  lvn lvt mac maips mat mc mcaid mcare mco md mds mfa mft mgma mh mhsa mips mls mohs moo mri mrr ms msa mso mssp mtm
  mva nabp nad nadac nahc naics naveta ncpdp ncqa nda ndc nemt ngs nhpco nivs nnn noa np npi npl nps npv npwt nwc
  oasis ob obgyn oct oem ofv ok okr opex or orf os osha ot ota otc otp pa pac pace pals pama pano pap pas pbm pc pca
  pcab pcmh pcp pcr pcs pdf pdgm pdn pdo pdpm pdq pe pecos peo pepper pfs pg phi php phq pi pip pl pllc pm pmd pmr
  po poct pos ppc ppd ppe ppo ppp pps ppt pr prf prp psa psao pt pta ptan pto qa qapi qb qidp qoe qofe rap rbt rcm
  reit rems rf rfi rfp rhc rn rna roa roc rofr roi rom rph rpm rtc rtm rtw rugs rvt rvu rx samhsa sba scic sda sde
  seo sf sic sig sij siu sla slp sms snf soc sop spa srp ssl ste sti sud swo tam tat tbd tc tens tia tin tmd tmj
  tml tms tnc tox tpa tpe tplo tpn trt ttm tv ua uc ucc ue ui uk upic urac url us usa usb usd usp uti ux va vb vbc
  vbmapp vbp vc vca vcpr vip vipps vmd vna voip vp vpn wac wacc wc wifi wip wotc ymca yoy ytd
  ${Object.keys(usStates).join(' ').toLowerCase()}
`);
