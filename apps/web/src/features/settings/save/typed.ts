/** What was typed stays when the record comes anew from the server. */
export const keepTyped = { keepDirtyValues: true } as const;

/** What was typed goes: the record is saved or was taken over. A reset would keep it, as the form's own option says. */
export const discardTyped = { keepDirtyValues: false } as const;
