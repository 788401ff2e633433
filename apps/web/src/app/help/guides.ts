/** A short how-to of the help panel. */
export interface Guide {
  readonly title: string;
  readonly text: string;
}

export const staffGuides: readonly Guide[] = [
  {
    title: 'Find a customer',
    text: 'Open Users Management and type part of a name, an e-mail address, a phone number, a company or an NPI. The list follows as you type, and the address of the page keeps your search.',
  },
  {
    title: 'Work on a customer',
    text: 'Open the customer from the list. Notes, e-mails, tasks, calls and meetings are written at the top of the page; everything that happened stands below, newest first.',
  },
  {
    title: 'Bring in a list',
    text: 'In Users Management choose Import and drop a CSV file. You see what will happen before anything is written, and each row that was left out comes back with its reason.',
  },
  {
    title: 'Change the workspace',
    text: 'Press the workspace name at the top of the menu. Nothing is shared between workspaces: lists and records are those of the one you stand in.',
  },
];

export const clientGuides: readonly Guide[] = [
  {
    title: 'Reach your broker',
    text: 'Your broker stands at the bottom of the menu, with the address to write to.',
  },
  {
    title: 'Keep your account safe',
    text: 'Your account, behind your picture at the top right, lists the devices you are signed in on. End any that you do not know, then change your password.',
  },
];
