/** What channels take for an amount: `15.00 USD`. More digits are a mistake, and don't fit the numbers that some files hold. */
export const AMOUNT_DIGITS = "[0-9]{1,15}(\\.[0-9]{1,3})?";
export const AMOUNT = `${AMOUNT_DIGITS} [A-Z]{3}`;
