/** Starts the download that a ticket stands for, without leaving the page. */
export function downloadTicket({ url }: { url: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
