/** How many of the workspace's own fields a card shows: more of them would make a form of it. */
export const maxFacts = 3;
