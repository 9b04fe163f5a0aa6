/** The background of the final count: a sunset behind the hills. */
export default "linear-gradient(#2a2250, #5a3a66 38%, #a4544c 68%, #8a3f38 78%, #3a1f2c 79%)";
