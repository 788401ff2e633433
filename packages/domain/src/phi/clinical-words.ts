import { joinAlternatives } from './plain-text.ts';

/** Terms of the chapters of ICD-10-CM, and words formed like them ("bursitis", "hemiparesis"). */
const conditions = joinAlternatives(
  String.raw`\w{3,14}(?:itis|algia|plegia|paresis|stenosis|thrombosis|sarcoma|neuropath(?:y|ic)|myopathy|radiculopath(?:y|ic)|rrhage|rrhea|anemia|emphysema|lithiasis|malacia)`,
  '(?:adjustment|mood|personality|eating|sleep|bleeding|thyroid|panic|anxiety|(?:alcohol|opioid|substance) use) disorders?|positive for \\w+|brca\\d? positive|(?:cracked|broken|chipped|loose|abscessed|impacted|wisdom) (?:molar|premolar|incisor|tooth|teeth)|concussions?|whiplash|(?:speech|language|developmental) (?:delays?|disorders?)|developmentally delayed|dyslexi[ac]|stutter(?:s|ing)?|(?:muscle|back|neck|lumbar|cervical|thoracic|hamstring|groin|calf) strain|sprains?|hernia(?:tion|ted)?|rotator cuff|labral|acl|torn (?:meniscus|ligament|tendon|labrum)|disc (?:bulge|protrusion|extrusion)|radicular|lumbago|sciatica|tinnitus|vertigo|hemiparesis|dysphagia|aphasia|incontinen(?:t|ce)|edema|gout|shingles|strep|croup|rsv|flu [ab]\\b|sinus infection|ear infection|tonsils|cellulitis|scabies|lice|syphilis|chlamydia|gonorrhea|hpv|hiv positive|anorexia|bulimia|relapsed?|alcohol(?:ic|ism)|intoxicat(?:ed|ion)|ideation|self-harm|cutting (?:again|herself|himself)|heroin|cocaine|meth\\b|pcos|onychomycosis|meltdowns?|elopement|tantrums?|autistic|down syndrome|cerebral palsy|aki|ckd|stemi|nstemi|tia|gdm|preeclampsia|breech|twins|iugr|gravida|nodule|lesions?|cysts?|polyps?|basal cell|squamous cell|bcc|scc|metasta(?:sis|tic)|dti\\b|unstageable|eschar|slough|maceration|venous stasis|gangrene|amputation|amputee|malocclusion|abscessed|cracked tooth|dry socket|sleep apnea|osa|blindness|mva|rear-ended|slip and fall|head injury|tbi|brain injury|failure to thrive|terminally ill|gestational diabetes|gest diabetes',
  "hypertension|diabet(?:es|ic)|copd|asthma|cancer|carcinoma|lymphoma|leukemia|tumors?|melanoma|stroke|cva|chf|heart failure|myocardial|infarct(?:ion)?|arrest|afib|fibrillation|pneumonia|covid|influenza|sepsis|infection|abscess|fracture|sprain|meniscus tear|arthritis|osteo\\w+|depress(?:ion|ive)|anxiety|panic|bipolar|schizophrenia|ptsd|adhd|autism|dementia|alzheimer'?s?|parkinson'?s?|epilepsy|seizures?|migraines?|multiple sclerosis|hiv|hepatitis|cirrhosis|renal failure|ckd|esrd|dialysis|kidney (?:stones?|disease)|ulcers?|wounds?|pressure injury|gerd|reflux|obesity|anemia|pregnan(?:t|cy)|miscarriage|overdose|withdrawal|addiction|opioid use|suicid(?:e|al)|(?:a|unwitnessed|witnessed) fall|\\bfell\\b|chest pain|back pain|toothache|cavity|caries|gingivitis|periodontitis|glaucoma|cataracts?|retinopathy|macular|scoliosis|neuropathy|lupus|psoriasis|eczema|herpes|(?:with|has) ms\\b|\\buti\\b|\\bdvt\\b|k \\d\\.\\d|a1c|als\\b|cervicalgia|post-concussion|impingement|memory care",
);
const sites =
  'arm|leg|knee|hip|shoulder|elbow|wrist|ankle|foot|feet|heel|toe|thumb|finger|hand|eye|ear|breast|lung|kidney|thigh|calf|shin|forearm|deltoid|buttock|cheek|temple|femur|tibia|fibula|humerus|pelvis|rib|scalp|groin|flank|jaw';
/** A place on a body, and terms of pregnancy: "R heel", "G2P1", "38w2d". */
const bodyFacts = String.raw`(?:[lr]|bilat(?:eral)?|left|right)\.? (?:great |upper |lower |medial |lateral )?(?:${sites})\b|(?:soc|roc|recert)(?: date)?:? \d{1,2}\/\d{1,2}|sacrum|sacral|coccyx|ischi(?:um|al)|g\dp\d|\d{2}w(?:ks?|\d?d)?\b|edd\b|[lr][lu]e\b|gbs pos\w*|cerclage|stage (?:[1-4]|i{1,3}v?)\b|s\/p\b|[rlb]?(?:tka|tha|thr|tkr)\b|rom\b|arom\b|pps \d{2}|fast \d[a-f]?|ahi \d|cows \d|bp \d{2,3}|spo2|o2 sat|low(?:er)? back|rdi \d|ef \d{2}|ciwa \d|gcs \d|phq(?:-?9)?|gad-?7|moca \d|mmse \d|a1c (?:was|is|of|\d)|inr \d|temp \d{2,3}|(?:blood )?sugar (?:was|is|of|over) \d|weight (?:is |was )?(?:down|up|loss)|dry weight|(?:od|os|sv|pal|progressives?|bifocals?) [-+]\d|(?:pt|ot|st|sn) x ?\d{1,2}\b|word recognition|fetal|follicles|[cl]\d-[cls]\d|tid\b|qid\b|qhs\b|prn\b|t(?:oo|ee)th (?:#|no\.? ?)?(?:\d{1,2}|[A-T]\b)|lac\b`;
const procedures = joinAlternatives(
  String.raw`\w{3,16}(?:ectom(?:y|ies)|oscop(?:y|ies)|ostomy|otomy|plasty|centesis|desis)`,
  'comfort (?:kit|pack)|lap chole\\w*|chole\\b|egd\\b|cysto\\b|orif\\b|crn\\b|np exam|comp exam|limited exam|recare|sinus lift|pano(?:rex)?\\b|grafts?|debridement|catheter|foley|picc|cpap|bipap|nebulizer|wound vac|unna boot|sutures?|stitches|splint|brace|braces|aligners?|hearing aids?|iud|pap(?: smear)?\\b|stress test|sleep study|cerec|deep cleaning|bone graft|sealants?|spacers?|fluoride|whitening|adjustments? \\d|epidural|nerve block|cupping|inr|cbc|egfr|creatinine|troponin|hgb|tsh|acupuncture|massage therapy|dry needling|gait training|hep\\b|nst\\b|debond|recement|brackets?|hearing loss|audiogram|bitewings?|bwx?|fmx|circumcision|allergy shots?|tdap|mmr|dtap|hpv vaccine|shot record|urine screen|drug screen|uds\\b|(?:wound|urine|throat) culture|occupational therapy|aba therapy',
  'surgery|arthroscopy|meniscectomy|replacement|root canal|rct|endo|crowns?|crown (?:prep|seat|seating)|fillings?|extractions?|\\bext\\b|implants?|srp|scaling|perio(?:dontal)? maint\\w*|prophy|cleaning|new (?:pt|patient) exam|bridge|denture|veneers?|night ?guard|colonoscopy|endoscopy|biopsy|mri|ct scan|x-?ray|ultrasound|echo|ekg|mammogram|chemo(?:therapy)?|injections?|botox|filler|stent|bypass|cabg|c-section|hysterectomy|appendectomy|cholecystectomy|tonsillectomy|transplant|transfusion|biops(?:y|ies)|pt eval(?:uation)?|ot eval(?:uation)?|speech therapy|office visit|well visit|newborn (?:visit|check|exam)|wellness visit|annual (?:physical|exam)|physical exam|sick visit|med(?:ication)? (?:check|refill)|refills?|therapy session|individual therapy|vaccin\\w+|flu shot|immunization|lab(?:s| results?| work)|blood work|spay|neuter',
);
/** Kinds of care that are also services of a practice. */
const services =
  'infusion|radiation|delivery|physical therapy|evaluation|consult(?:ation)?|follow[- ]?up(?: visit)?|counseling|intake|detox|hospice|wound care|skilled nursing|skilled unit|discharge|recall|adjustment';
/** Brands and generics of the 300 most prescribed drugs, and the name stems of the USAN Council. */
const drugs = joinAlternatives(
  String.raw`[a-z]{2,12}(?:pril|sartan|statin|olol|prazole|cillin|mycin|floxacin|cycline|gliptin|gliflozin|glutide|tirzepatide|azepam|azolam|oxetine|triptan|dipine|parin|xaban|tidine|ximab|zumab|tinib|thiazide|semide|dronate|setron|racetam|gabalin|codone|morphone|norphine|conazole|sone|solone|terol|tropium)\b`,
  'blood thinners?|antibiotics|antidepressants?|steroids|pain ?killers?|inhalers?|entyvio|ocrevus|tysabri|mounjaro|trulicity|januvia|jardiance|farxiga|entresto|xarelto|lantus|humalog|lasix|lipitor|crestor|synthroid|tramadol|fentanyl|morphine|trazodone|naltrexone|vivitrol|haldol|amox\\b|zyrtec|singulair|wegovy|victoza|coumadin|aspirin|tylenol|tamoxifen|levodopa|sinemet|aricept|donepezil|namenda|lithium|lamictal|depakote|abilify|klonopin|ativan|ambien|cymbalta|wellbutrin|vyvanse|ritalin|concerta|botox|dupixent|enbrel|lyrica|amoxil|zithromax|z-?pak|flonase|advair|symbicort|spiriva|nexium|pepcid|zofran|flexeril|valium|celebrex|meloxicam|naproxen|hydroxychloroquine|plaquenil|methotrexate|allopurinol|tamsulosin|flomax|estradiol|bupropion|duloxetine|venlafaxine|aripiprazole|quetiapine|risperidone|cyclobenzaprine|spironolactone|hctz|clopidogrel|digoxin|amiodarone|hydralazine|glipizide|nitroglycerin|oxycontin|vicodin|morphine|ketamine|ivermectin|paxlovid|prolia|reclast|heparin|lovenox|norvasc|zyprexa|risperdal|effexor|paxil|celexa|topamax|keppra|neurontin|ultram|epogen|rituxan|remicade|stelara|botulinum',
  'metformin|lisinopril|atorvastatin|amlodipine|losartan|carvedilol|furosemide|insulin|ozempic|semaglutide|warfarin|eliquis|plavix|gabapentin|oxycodone|hydrocodone|percocet|norco|suboxone|buprenorphine|methadone|adderall|xanax|alprazolam|lorazepam|zoloft|sertraline|lexapro|prozac|seroquel|amoxicillin|azithromycin|augmentin|keflex|prednisone|albuterol|humira|keytruda|levothyroxine|omeprazole|ibuprofen|\\d+ ?mg\\b',
);

/** Three-character codes need their decimals, because B12 and A1C are not diagnoses. */
const icd = String.raw`[A-TV-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4}`;
/** Events that happen only to patients. */
const medicalEvents = joinAlternatives(
  'injured (?:on )?\\d|underwent|presents? (?:with|for)|presented to the (?:ed|er|emergency)|diagnosed|readmitted|(?:is|was|goes|went) on (?:hospice|dialysis|oxygen|comfort care)|on (?:hospice|dialysis|comfort care|palliative care) since|(?:started|began|finished|completed|refused|stopped|missed) (?:his |her )?(?:dialysis|chemo\\w*|radiation|insulin)|(?:is|was|are|back) in (?:the )?(?:hospital|icu|er)|admitted to (?:the )?(?:hospital|icu|er|hospice|rehab|snf)|discharged (?:home|to|with)|prescribed|hospitalized|tested positive|(?:sent|transferred|taken|rushed) to (?:the )?(?:ed|er|hospital|icu|\\w+ (?:general|hospital|medical))|treated for|being treated|needs? (?:a )?(?:refill|root canal|crown|surgery|mri)|dx\\b|dos\\b|date of service|no auth on file|prior auth|bleeding|swelling|in pain',
);
/** Events that also happen to others. These need a word about care nearby. */
const commonEvents = joinAlternatives(
  'was seen|were seen|seen (?:on|for|in|by)|came in|presented (?:with|for|to the (?:clinic|office))|complain(?:s|ed|ing) of|cert(?:ification)? period|recert\\w*|benefit period|start of care|level of care|admitted (?:to (?!me|us|being|having)|on|for|with|from)|discharged|history of|passed away|expired on|was treated|denied (?:as|for|the)|no auth|medical records',
);
const events = `${medicalEvents}|${commonEvents}`;
/** Symptoms of ICD-10-CM, chapter 18. */
const symptoms =
  'pain|painful|aches?|headaches?|dizz(?:y|iness)|faint(?:ed|ing)?|nausea|vomit(?:s|ed|ing)?|diarrhea|constipat(?:ed|ion)|fevers?|febrile|chills|cough(?:s|ing)?|sore throat|runny nose|congestion|wheez(?:es|ing)|rash|itch(?:y|ing)|hives|short(?:ness)? of breath|sob\\b|numb(?:ness)?|tingling|bleed(?:s|ing)?|bruis(?:e|ed|es|ing)|burning|swelling|swollen|fatigue|insomnia|poor sleep|not sleeping|palpitations|bp \\d{2,3}|blood pressure|weight loss|loose (?:tooth|crown|denture)|(?:chipped|cracked) (?:tooth|crown|filling)|broken (?:tooth|crown|denture|hip|arm|leg|wrist)|infected|confusion|hallucinat\\w+|crying|panic attacks?|cravings|relapse|falls(?: x|:)|slid from|found on (?:the )?floor|no injur(?:y|ies)|skin tear|leaking|out of breath|dolor|fiebre|pinched|toilet training';

/** "Diabetes care", "cataract center". Patients go to dialysis centers, too. */
const ofPractice = String.raw` care\b| (?:clinics?|programs?|markets?|business|compan(?:y|ies)|services?|study|studies)\b|(?<!dialysis) centers?\b`;

/** A fact about one person's health or care. */
export const clinicalFact = new RegExp(
  String.raw`(?:\b(?:${conditions}|${bodyFacts}|${procedures}|${services}|${drugs}|${events})(?![a-z])|\b(?:cpt|hcpcs|icd(?:-?10)?|dx|cdt|ada code|procedure code|code)[:#. ]*(?:is )?[A-Z]?\d{2,5}|#\d{1,2}\b|\bD\d{4}\b)`,
  'i',
);
export const diagnosisCode = new RegExp(String.raw`(?<![A-Z0-9.-])${icd}(?![A-Z0-9-])`);
export const illness = new RegExp(String.raw`\b(?:${conditions}|${drugs})(?![a-z]|${ofPractice})`, 'i');
/** Events that make the person in the same sentence a patient. */
export const medicalEvent = new RegExp(String.raw`\b(?:${medicalEvents})\b`, 'i');
export const symptom = new RegExp(String.raw`\b(?:${symptoms})(?![a-z])`, 'i');
export const clinicalThing = new RegExp(
  String.raw`\b(?:${conditions}|${bodyFacts}|${procedures}|${services}|${drugs})(?![a-z]|${ofPractice})`,
  'i',
);
/** Clinical words about a person. Services of a practice, such as wound care, are left out. */
export const ownThing = new RegExp(
  String.raw`\b(?:${conditions}|${bodyFacts}|${procedures}|${drugs})(?![a-z]|${ofPractice})`,
  'i',
);

const bodyFact = new RegExp(String.raw`\b(?:${bodyFacts})`, 'i');
/** Whether a text has a fact about one person's body, such as "R heel" or "38w2d". */
export function hasBodyFact(text: string): boolean {
  return bodyFact.test(text);
}

/** Words that make a kind of care a thing of the practice: "the x-ray unit". */
export const practiceWords =
  'machine|unit|fees?|codes?|cases?|volume|numbers?|equipment|programs?|room|suite|lab|supplier|schedule|mix|referrals?|department|line|vendor|patients|protocols?';

/** What else staff write about one person's care, by setting. A practice uses these words, too. */
export const moreCare = new RegExp(
  String.raw`\b(?:${joinAlternatives(
    // Dental
    String.raw`tooth|teeth|dentures?|relines?|(?:upper|lower|temp|temporary) (?:partial|crown|denture)|(?:his|her) (?:partial|plate|bridge|temporary|bite)|bite guard|mouth ?guard|abutment|all-on-(?:4|four|x)|flipper|implants? failed|onlays?|inlays?|gum graft|invisalign|trays?|full arch|attachments|refinement|sedation|nitrous|wires?|(?:ortho|perio) (?:phase|charting|monthly|payment)|quads|jaw|gums`,
    // Medical
    String.raw`pathology (?:came|was|is|report|result)|labs? (?:came|were|are)|psa|bili(?:rubin)?|potassium|wbc|bmi \d|hgb|ua|uds|blood sugar|blood pressure|bp|bx|eye drops?|lump|mole|mass|thyroid|cholesterol|biops\w+|positive for|jaundice|passed out|seizure|chok(?:ed|ing)|burn(?:ed|t)|lac|splint(?:ed)?|cast|crutches|stitches|sutures|shots?|boosters?|b12|tirzepatide|semaglutide|stomach|throat|bowel|bladder|heart attack|surger(?:y|ies)|in the hospital|icu|pregnant|ivf|iui|embryo|egg retrieval|vasectomy|tonsils|serum|abx|antibiotics?|meds|med list|(?:wrong|missed|late) (?:med|dose|tooth|site)|toradol|scripts?|tabs|pills|latex|chest tightness|excuse .{1,40} from (?:school|work)|nerve damage|medical necessity|extract(?:ed|ion)|cleanings?|treatment plan|tx plan`,
    // Home care, hospice, and nursing homes
    String.raw`npo|puree[d]?|thickened|dnr|full code|foley|trach|peg tube|g-?tube|tube feeding|feeding tube|comfort only|comfort care|on service|passed away|passed (?:this|last|on)|benefit period|recerts?|face[- ]to[- ]face|f2f|hospice eval\w*|agitation|death|deceased|died|funeral|cti|snf stay|nursing home|heel|coccyx|braden|turn schedule|(?:pt|ot|st|sn) (?:evals?|visits?|\d{1,2}:\d{2}|\dx)|\d ?x ?(?:\/|a |per )?w(?:ee)?k`,
    // Equipment, eyes, and ears
    String.raw`wheelchair|w\/c|power chair|walker|rollator|oxygen|o2|concentrator|(?:hosp|hospital|electric) bed|half rails|hoyer|commode|compression stockings|diabetic shoes|test strips|cpap mask|hearing (?:test|aids?)|sensorineural|glasses|contacts? lens\w*`,
    // Behavioral health, skin, and injuries
    String.raw`counseling|detox|sober|iep|potty training|relapse[d]?|rehab stay|suicid\w+|safety plan|(?:disclosed|denies) (?:si|hi)|dui eval|fillers?|lips?|lipo(?:suction)?|glabella|forehead|peel|microneedling|impairment rating|hand,? foot|dexa|bone density|mammo\w*|(?:oms|omfs|endo|perio|ortho)(?= \d)|knee|hip|shoulder|ankle|wrist|elbow|breast|kidney|(?:numb|sedate) (?:him|her)`,
  )})\b`,
  'i',
);
