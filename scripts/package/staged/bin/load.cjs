/** Loads a file of the build. */
module.exports = (file) => import(`../dist/node/${file}`);
