// Package numeric does arithmetic to the last bit alike on every machine: two bots that decide by the
// same formula must not part at a tie because one of them rounded otherwise.
package numeric

import "math"

// A double is a number of about 106 bits: the sum of a float64 and a much smaller one.
type double struct{ high, low float64 }

// Pow returns x to the power of y for 0 ≤ x ≤ 1 (or any positive x near to it) and y ≥ 0, correctly
// rounded but for one result in many millions. [math.Pow] may be off by some units in the last place.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x == 0:
		return 0
	}
	return exp(times(logarithm(x), y)).high
}

// Square returns x·x.
func Square(x float64) float64 { return x * x }

// logarithm improves the library's by one step of Newton's method.
func logarithm(x float64) double {
	first := math.Log(x)
	nearOne := times(exp(double{high: -first}), x)
	return plus(double{high: first}, plus(nearOne, double{high: -1}))
}

// exp halves its argument until a short series is exact, and squares the sum as often.
func exp(x double) double {
	const halvings = 10
	scaled := double{math.Ldexp(x.high, -halvings), math.Ldexp(x.low, -halvings)}
	sum, term := double{high: 1}, double{high: 1}
	for n := 1.0; math.Abs(term.high) > 1e-36; n++ {
		term = over(product(term, scaled), n)
		sum = plus(sum, term)
	}
	for range halvings {
		sum = product(sum, sum)
	}
	return sum
}

// twoSum and twoProduct are exact: T. J. Dekker, A floating-point technique for extending the available
// precision, Numerische Mathematik 18 (1971); D. E. Knuth, The Art of Computer Programming 2, 4.2.2.
func twoSum(a, b float64) double {
	sum := a + b
	part := sum - a
	return double{sum, (a - (sum - part)) + (b - part)}
}

func twoProduct(a, b float64) double {
	high := a * b
	return double{high, math.FMA(a, b, -high)}
}

func plus(a, b double) double {
	high, low := twoSum(a.high, b.high), twoSum(a.low, b.low)
	sum := twoSum(high.high, high.low+low.high)
	return twoSum(sum.high, sum.low+low.low)
}

func product(a, b double) double {
	high := twoProduct(a.high, b.high)
	return twoSum(high.high, high.low+float64(a.high*b.low)+float64(a.low*b.high))
}

func times(a double, b float64) double { return product(a, double{high: b}) }

func over(a double, b float64) double {
	high := a.high / b
	rest := plus(a, times(double{high: high}, -b))
	return twoSum(high, rest.high/b)
}
