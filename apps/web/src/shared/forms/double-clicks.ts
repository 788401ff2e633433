const mainButton = 'button[type="submit"], .MuiButton-contained';

/**
 * Ignores the second click of a double click on a main button. It would send the form twice, or press the button that
 * has just taken its place.
 */
export function ignoreDoubleClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(mainButton)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
