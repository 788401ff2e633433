const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,GU Guam,VI Virgin Islands,AS American Samoa,MP Northern Mariana Islands';

const codes = new Map(
  states.split(',').flatMap((entry) => {
    const code = entry.slice(0, 2);
    return [[code.toLowerCase(), code] as const, [entry.slice(3).toLowerCase(), code] as const];
  }),
);

/** The names of US states and territories by postal code, sorted by name, with territories last. */
export const usStates: Readonly<Record<string, string>> = Object.fromEntries(
  states.split(',').map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

/** The postal code of a US state or territory, from its code or name in any case; null otherwise. */
export function findStateCode(text: string): string | null {
  return codes.get(text.trim().toLowerCase()) ?? null;
}
