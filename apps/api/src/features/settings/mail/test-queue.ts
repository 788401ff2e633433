/** The queue of test mails. */
export const testQueue = 'mail.test';
