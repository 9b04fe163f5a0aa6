/** The background of the final count: northern lights above the fjord. */
export default "radial-gradient(ellipse 60% 30% at 30% 0, #3f8a6a, transparent), linear-gradient(#14342f, #10303f 25%, #1d5a70)";
