/** The background of the final count: the lagoon. */
export default "linear-gradient(#0b4a55, #12707a 60%, #0c5560)";
